import IsoldeModel
import IsoldeTree

/// Finds one expression that reads state, awaits, and stores its result back.
struct CompoundExpressionAcrossAwait: Rule {
  static let info = RuleInfo(
    id: "compound-expression-across-await", group: .reentrancy,
    summary: "one expression reads state, awaits, and is stored back to the same state",
    reason: "the left operand is read before the await, so what others write meanwhile is lost",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let state = code.sharedState
    guard !state.isEmpty else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .write {
      guard let access = state.accesses[index].first(where: { $0.kind == .write }),
        code.tree[point.node].kind == .assign
      else { continue }
      guard let (read, suspension) = staleRead(of: access, before: index, code, state) else {
        continue
      }
      report.report(
        point.node,
        "'\(access.property)' is read before the await in this expression and overwritten after it",
        notes: [
          (read, "'\(access.property)' is read here"),
          (suspension, "other calls can change it here"),
        ], confidence: .resolved, fix: fix(point.node, code.tree))
    }
  }

  private func staleRead(
    of access: SharedState.Access, before write: FlowGraph.PointID, _ code: CodeContext,
    _ state: SharedState
  ) -> (read: NodeID, suspension: NodeID)? {
    let flow = code.flow
    let operands = (flow.points[write].first..<write).filter {
      flow.points[$0].body == flow.points[write].body
    }
    guard let suspension = operands.last(where: state.suspensions.contains) else { return nil }
    let reads = operands.filter { index in
      state.accesses[index].contains {
        $0.property == access.property && $0.path != .none
          && flow.paths.isPrefix(access.path, of: $0.path)
      }
    }
    // What the awaited call itself takes is passed to it, not combined with its result.
    guard let read = reads.first, read < suspension,
      reads.allSatisfy({ $0 < suspension }),
      !code.tree.contains(flow.points[suspension].node, flow.points[read].node)
    else { return nil }
    return (flow.points[read].node, flow.points[suspension].node)
  }

  /// `x = x + await y` becomes `x += await y`, in which `x` is read last.
  private func fix(_ assignment: NodeID, _ tree: Tree) -> Finding.Fix? {
    let operands = Array(tree.children(assignment))
    guard operands.count == 2, tree[operands[1]].kind == .binary else { return nil }
    let sides = Array(tree.children(operands[1]))
    let name = tree.name(operands[1])
    guard sides.count == 2, ["+", "-", "*", "/", "|", "&", "^"].contains(name),
      tree.source(sides[0]) == tree.source(operands[0])
    else { return nil }
    let value = tree.source(sides[1])
    let inner =
      tree[sides[1]].kind == .tupleExpr ? String(value.dropFirst().dropLast()) : value
    return Finding.Fix(
      "use '\(name)=', which reads the left side after the await", .safe,
      [.init(tree[assignment].range, "\(tree.source(operands[0])) \(name)= \(inner)")])
  }
}
