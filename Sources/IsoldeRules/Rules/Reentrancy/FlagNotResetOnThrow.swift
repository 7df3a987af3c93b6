import IsoldeModel
import IsoldeTree

/// Finds a busy flag that an error or an early return leaves set.
struct FlagNotResetOnThrow: Rule {
  static let info = RuleInfo(
    id: "flag-not-reset-on-throw", group: .reentrancy,
    summary: "a flag is set before a throwing await and reset only after it",
    reason: "after an error or a cancellation the flag stays set for ever",
    tier: .optIn, triggers: ["true", "false"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .write && !point.flags.contains(.isDeferred) {
      guard let value = flagValue(point.node, code.tree),
        let property = code.property(of: point.path), let target = code.tree.firstChild(point.node),
        FlagNames.isBusy(code.tree.name(target), set: value == "true"),
        let reset = reset(of: point, value, code),
        !CallerReset(of: property.fact.name, code).exists()
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

  /// The opposite assignment that stands later in the same block, or in a `do` that follows there.
  private func reset(
    of set: FlowGraph.Point, _ value: String, _ code: CodeContext
  ) -> NodeID? {
    let tree = code.tree
    guard let block = tree.parent(set.node), tree[block].kind == .block else { return nil }
    let later = tree.children(block).filter { set.node < $0 }
    let inner = later.filter { tree[$0].kind == .doStmt }
      .compactMap { tree.child($0, .block) }.flatMap { Array(tree.children($0)) }
    return (later + inner).first { statement in
      guard let other = flagValue(statement, tree), other != value,
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
    /// Whether the error is that of a sleep, which a cancelled task gets.
    var isCancelled = false
  }

  private func follow(
    _ set: FlowGraph.PointID, _ reset: NodeID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let path = flow.points[set].path
    var exits: Set<FlowGraph.PointID> = []
    flow.follow(from: set, Way()) { point, way in
      let event = flow.points[point]
      // `guard current == mine else { return }`: the flag belongs to a newer call by now.
      if EarlierValue.isCompared(at: point, code, code.sharedState) { return false }
      switch event.kind {
      case .write where point != set && event.path == path:
        return false
      case .call where calleeWrites(path, event.node, code):
        return false
      case .call where code.tree.name(event.node).lowercased().contains("dismiss"):
        // What shows the flag is gone.
        return false
      case .closure
      where flow.bodies.indices.contains(event.index)
        && flow.points(of: event.index).contains(where: {
          flow.points[$0].kind == .write && flow.points[$0].path == path
        }):
        return false
      case .call where event.flags.contains(.canThrow):
        way.leaving = mayFail(event.node, code.tree) ? point : -1
        way.isCancelled = false
      case .suspend:
        way.suspends = true
        if event.flags.contains(.canThrow) {
          way.isCancelled = isSleep(event.node, code.tree)
          way.leaving = way.isCancelled ? -1 : point
        }
      case .assumeTrue where meansCancelled(event.node, code.tree):
        return false
      case .assumeTrue where code.tree[event.node].kind == .catchClause:
        if way.isCancelled { return false }
        way.isCaught = way.leaving >= 0
      case .exitByError where way.suspends && way.leaving >= 0:
        exits.insert(way.leaving)
      case .exitNormally where way.suspends && way.isCaught:
        if way.leaving >= 0 { exits.insert(way.leaving) }
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

  /// Whether a function of the type, called here, writes the flag.
  private func calleeWrites(_ path: PathID, _ call: NodeID, _ code: CodeContext) -> Bool {
    guard let callee = code.callee(of: call), code.project[callee].type == code.type,
      let name = code.memberName(of: path)
    else { return false }
    return code.project[callee].fact.effects.writes(name) != nil
      || code.project.effects(of: callee).writes.contains { $0.property == name }
  }

  /// Not `.seconds(1)` as an argument, nor a check of cancellation.
  private func mayFail(_ call: NodeID, _ tree: Tree) -> Bool {
    if CancellationMarks.isMark(tree.name(call)) { return false }
    guard let callee = tree.firstChild(call) else { return true }
    return tree[callee].kind != .member || tree.firstChild(callee) != nil
  }

  /// `if Task.isCancelled`, `catch is CancellationError`: a cancelled task need not tidy up.
  private func meansCancelled(_ condition: NodeID, _ tree: Tree) -> Bool {
    switch tree[condition].kind {
    case .catchClause:
      return tree.children(condition).contains { part in
        tree[part].kind != .block
          && (CancellationMarks.isMark(part, tree) || CancellationMarks.stand(in: part, tree))
      }
    case .switchCase: return false
    default:
      return CancellationMarks.isMark(condition, tree)
        || CancellationMarks.stand(in: condition, tree)
    }
  }

  /// A sleep throws only when the task is cancelled; whoever cancels it starts it anew or is done
  /// with the flag.
  private func isSleep(_ suspension: NodeID, _ tree: Tree) -> Bool {
    let operand = tree.unwrapped(suspension)
    return tree[operand].kind == .call && TimedWaits.isSleep(operand, tree)
  }

  /// Moves the reset into a `defer` behind the set, if nothing but a `return` follows the reset.
  private func fix(_ set: NodeID, _ reset: NodeID, _ tree: Tree) -> Finding.Fix? {
    guard let block = tree.parent(reset) else { return nil }
    let rest = tree.children(block).filter { reset < $0 }
    let isLast =
      tree.parent(set) == block && rest.allSatisfy { tree[$0].kind == .returnStmt }
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

/// Tells flags that say "at work" from those that say what is the case.
private enum FlagNames {
  /// Whether a flag is set while something runs: `isLoading = true`, `isEnabled = false`; not
  /// `needsSync = true` or `isConnected = false`, which rightly stay so after a failure.
  static func isBusy(_ name: String, set: Bool) -> Bool {
    let lower = name.lowercased()
    if !set {
      return ["enable", "allow", "interact"].contains { lower.contains($0) }
        || name.hasPrefix("can")
    }
    if ["needs", "should", "has", "did", "was", "wants", "will"].contains(where: name.hasPrefix) {
      return false
    }
    return !["dirty", "error", "fail", "retry", "stale", "invalid", "cancel", "enable"].contains {
      lower.contains($0)
    }
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
