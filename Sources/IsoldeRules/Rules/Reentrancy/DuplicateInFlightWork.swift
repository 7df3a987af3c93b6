import IsoldeModel
import IsoldeTree

/// Finds a value that is missing, awaited, and stored only afterwards, so that every caller who
/// comes meanwhile does the work again.
struct DuplicateInFlightWork: Rule {
  static let info = RuleInfo(
    id: "duplicate-in-flight-work", group: .reentrancy,
    summary:
      "a missing value is awaited and stored afterwards, so concurrent callers repeat the work",
    reason: "nothing tells a second caller that the first one is already at it",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    // The tasks of a view start when it appears and end with it; what they load twice is rarely
    // more than wasted.
    guard code.typeEntry?.kind != .structType else { return }
    var reported: Set<FlowGraph.PointID> = []
    for stale in StaleCheckSearch.find(in: code) where RepeatedWork.isMissingValue(stale, code) {
      if case .removal = WriteShape(stale.access, at: stale.write, in: code) { continue }
      if RepeatedWork.saysItIsOver(stale.property) || RepeatedWork.isTimestamp(stale, code) {
        continue
      }
      guard reported.insert(stale.check).inserted else { continue }
      let check = code.flow.points[stale.check].node
      let suspension = code.flow.points[stale.suspension].node
      let write = code.flow.points[stale.write].node
      report.report(
        suspension,
        "'\(stale.property)' is still missing during this await, so every call that comes meanwhile "
          + "does the work again",
        notes: [
          (check, "'\(stale.property)' is found missing here"),
          (write, "it is stored only here; store a task before the first await instead"),
        ], confidence: .resolved)
    }
  }
}

/// Tells work that is repeated from a decision that went stale.
enum RepeatedWork {
  /// Whether a property tells that its owner has ended: nobody waits for it to become true.
  static func saysItIsOver(_ property: String) -> Bool {
    let name = property.lowercased()
    return ["dispos", "cancel", "closed", "terminat", "stopp", "invalidat", "shutdown", "dismiss"]
      .contains { name.contains($0) }
  }

  /// Whether the write only notes the time: `lastRun = Date()` is no value that callers wait for.
  static func isTimestamp(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    var tree = code.tree
    var node = code.flow.points[stale.write].node
    if let via = stale.access.via {
      tree = code.project.units[code.project[via.function].unit].tree
      node = tree.writer(of: via.node)
    }
    guard tree[node].kind == .assign, let value = tree.lastChild(node) else { return false }
    return ["Date", "now"].contains(tree.name(value))
  }

  /// Whether the write is reached because the property had no value yet.
  static func isMissingValue(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    guard let decision = stale.decision, fillsWhatWasChecked(stale, code),
      let missing = outcomeForMissing(decision.condition, code.tree)
    else { return false }
    return decision.holds == missing
  }

  /// Whether the write gives a value to the very thing that was checked, not to something around it.
  private static func fillsWhatWasChecked(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    let paths = code.flow.paths
    var checked = code.flow.points[stale.check].path
    guard checked != .none, stale.access.path != .none else { return true }
    if paths.step(checked) == .field,
      ["isEmpty", "count"].contains(code.tree.names[Int(paths.name(checked))])
    {
      checked = paths.parent(checked)
    }
    return paths.isPrefix(checked, of: stale.access.path)
      || paths.step(stale.access.path) == .element
        && paths.isPrefix(stale.access.path, of: checked)
  }

  /// The outcome of a condition that means "there is nothing yet"; `nil` for other conditions.
  private static func outcomeForMissing(_ condition: NodeID, _ tree: Tree) -> Bool? {
    switch tree[condition].kind {
    case .condition:
      return tree[condition].detail == .binding ? false : nil
    case .binary:
      guard let right = tree.lastChild(condition), tree[right].kind == .literal else { return nil }
      let isNil = tree[right].detail == .nil
      switch tree.name(condition) {
      case "==": return isNil || tree.name(right) == "0" || tree.name(right) == "false" ? true : nil
      case "!=": return isNil ? false : nil
      default: return nil
      }
    case .member where tree.name(condition) == "isEmpty":
      return true
    case .identifier, .member, .subscriptExpr:
      return false
    case .call where tree.name(condition) == "contains":
      return false
    default:
      return nil
    }
  }
}
