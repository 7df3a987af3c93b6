import IsoldeModel
import IsoldeTree

/// Finds a busy flag that an error or an early return leaves set.
struct FlagNotResetOnThrow: Rule {
  static let info = RuleInfo(
    id: "flag-not-reset-on-throw", group: .reentrancy,
    summary: "a flag is set before a throwing await and reset only after it",
    reason: "after an error or a cancellation the flag stays set for ever",
    tier: .warning, triggers: ["true", "false"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .write && !point.flags.contains(.isDeferred) {
      guard let value = flagValue(point.node, code.tree), code.property(of: point.path) != nil,
        let reset = reset(of: point, value, code)
      else { continue }
      follow(index, reset, code, &report)
    }
  }

  private func flagValue(_ node: NodeID, _ tree: Tree) -> String? {
    guard tree[node].kind == .assign, let value = tree.lastChild(node),
      tree[value].kind == .literal, tree[value].detail == .boolean
    else { return nil }
    return tree.name(value)
  }

  /// The opposite assignment that stands later in the same block.
  private func reset(
    of set: FlowGraph.Point, _ value: String, _ code: CodeContext
  ) -> NodeID? {
    let tree = code.tree
    guard let block = tree.parent(set.node), tree[block].kind == .block else { return nil }
    return tree.children(block).first { statement in
      guard set.node < statement, let other = flagValue(statement, tree), other != value,
        let target = tree.firstChild(statement), let own = tree.firstChild(set.node)
      else { return false }
      return tree.source(target) == tree.source(own)
    }
  }

  private struct Way: Hashable {
    var leaving = -1
    var suspends = false
    /// Whether an error was caught on the way.
    var isCaught = false
  }

  private func follow(
    _ set: FlowGraph.PointID, _ reset: NodeID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let path = flow.points[set].path
    var exits: Set<FlowGraph.PointID> = []
    flow.follow(from: set, Way()) { point, way in
      let event = flow.points[point]
      switch event.kind {
      case .write where point != set && event.path == path:
        return false
      case .call where event.flags.contains(.canThrow):
        way.leaving = point
      case .suspend:
        way.suspends = true
        if event.flags.contains(.canThrow) { way.leaving = point }
      case .assumeTrue where code.tree[event.node].kind == .catchClause:
        way.isCaught = way.leaving >= 0
      case .exitByError where way.suspends && way.leaving >= 0:
        exits.insert(way.leaving)
      case .exitNormally where way.suspends && way.isCaught:
        exits.insert(way.leaving)
      case .exitNormally where way.suspends && !event.flags.contains(.isImplicit):
        exits.insert(point)
      default: break
      }
      return true
    }
    guard let exit = exits.min() else { return }
    let tree = code.tree
    let name = tree.firstChild(flow.points[set].node).map { tree.source($0) } ?? ""
    let isReturn = flow.points[exit].kind == .exitNormally
    report.report(
      flow.points[exit].node,
      isReturn
        ? "this return leaves '\(name)' set; the reset on line \(tree.line(reset)) is skipped"
        : "an error here leaves '\(name)' set; the reset on line \(tree.line(reset)) is skipped",
      notes: [
        (flow.points[set].node, "'\(name)' is set here"),
        (reset, "it is reset only here; a 'defer' right after the set covers every way out"),
      ], fix: fix(flow.points[set].node, reset, tree))
  }

  /// Moves the reset into a `defer` behind the set, if nothing but a `return` follows the reset.
  private func fix(_ set: NodeID, _ reset: NodeID, _ tree: Tree) -> Finding.Fix? {
    guard let block = tree.parent(reset) else { return nil }
    let rest = tree.children(block).filter { reset < $0 }
    let isLast = rest.allSatisfy { tree[$0].kind == .returnStmt }
    let lines = tree.text
    let setEnd = Int(tree[set].end)
    let resetLine = lines.line(at: Int(tree[reset].start))
    guard lines.line(at: setEnd) < resetLine else { return nil }
    let lineRange = lines.range(ofLine: resetLine)
    let ownLine = lines[lineRange].trimmingSpaces() == tree.source(reset)
    guard ownLine, lineRange.upperBound < lines.bytes.count else { return nil }
    let start = lines.range(ofLine: lines.line(at: Int(tree[set].start))).lowerBound
    let indentation = lines[start..<Int(tree[set].start)]
    return Finding.Fix(
      "reset the flag in a 'defer'", isLast ? .safe : .review,
      [
        .init(setEnd..<setEnd, "\n\(indentation)defer { \(tree.source(reset)) }"),
        .init(lineRange.lowerBound..<lineRange.upperBound + 1, ""),
      ])
  }
}

extension String {
  /// The string without spaces and tabs at both ends.
  func trimmingSpaces() -> String {
    var view = self[...]
    while let first = view.first, first == " " || first == "\t" { view.removeFirst() }
    while let last = view.last, last == " " || last == "\t" || last == "\r" { view.removeLast() }
    return String(view)
  }
}
