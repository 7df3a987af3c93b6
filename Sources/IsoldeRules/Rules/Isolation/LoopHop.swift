import IsoldeModel
import IsoldeTree

/// A call in a loop that goes to another actor and back at every turn, for work without suspension.
struct LoopHop {
  let point: FlowGraph.PointID
  let loop: NodeID
  let callee: FunctionID

  /// The hops of a declaration's loops.
  static func find(in code: CodeContext) -> [LoopHop] {
    let tree = code.tree
    return code.flow.points.indices.compactMap { index in
      let point = code.flow.points[index]
      guard point.kind == .call, point.flags.contains(.isAwaited), tree[point.node].kind == .call,
        let loop = loop(around: index, code), isOnlyAwait(point.node, in: loop, tree),
        let callee = code.callee(of: point.node)
      else { return nil }
      let function = code.project[callee].fact
      guard !function.isAsync, function.hasBody, !handsOver(function),
        isSmall(code.project[callee], code.project)
      else { return nil }
      return LoopHop(point: index, loop: loop, callee: callee)
    }
  }

  /// The loop over a collection around a point; a loop over a stream waits anyway, one over a literal
  /// is short, and a `while` loop polls.
  private static func loop(around point: FlowGraph.PointID, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    for region in code.flow.regions(around: point) {
      switch region.kind {
      case .loop:
        let loop = region.node
        guard tree[loop].kind == .forStmt, !tree[loop].flags.contains(.isAwait),
          let sequence = tree.child(loop, at: 1), !isShort(sequence, tree)
        else { return nil }
        return loop
      case .inlineClosure, .lockedClosure, .elementClosure, .actorClosure, .body, .deferBlock:
        return nil
      default: continue
      }
    }
    return nil
  }

  private static func isShort(_ sequence: NodeID, _ tree: Tree) -> Bool {
    switch tree[sequence].kind {
    case .arrayExpr, .dictionaryExpr: return true
    case .member: return tree.name(sequence) == "allCases"
    case .binary:
      // `0..<3`
      return tree.children(sequence).allSatisfy { tree[$0].kind == .literal }
    default: return false
    }
  }

  /// Whether the loop suspends for nothing else and does not leave before the next turn.
  private static func isOnlyAwait(_ call: NodeID, in loop: NodeID, _ tree: Tree) -> Bool {
    !tree.anyDescendant(of: loop) { node in
      switch tree[node].kind {
      case .awaitExpr: return !tree.contains(node, call)
      case .forStmt: return tree[node].flags.contains(.isAwait)
      case .breakStmt, .returnStmt: return true
      default: return false
      }
    }
  }

  /// Whether a function does so little that the hop costs more: a few lines without a loop and without
  /// anything that can fail.
  private static func isSmall(_ function: FunctionEntry, _ project: Project) -> Bool {
    let tree = project.units[function.unit].tree
    guard let block = tree.child(function.fact.node, .block) else { return false }
    let text = tree.source(block)
    return text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) <= 12
      && text.utf8Offset(of: "try ") == nil && !BodyWork.isSubstantial(function, project)
  }

  /// Whether a function takes a closure, which it may be there to run on the actor.
  private static func handsOver(_ function: FunctionFact) -> Bool {
    function.parameters.contains { $0.type.isFunction }
  }
}
