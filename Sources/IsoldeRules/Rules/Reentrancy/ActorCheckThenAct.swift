import IsoldeModel
import IsoldeTree

/// Finds state of an actor that is checked before a suspension and written after it.
struct ActorCheckThenAct: Rule {
  static let info = RuleInfo(
    id: "actor-check-then-act", group: .reentrancy,
    summary: "state is checked, the task suspends, and the state is written as if the check still held",
    reason: "at every await other calls to the actor can run and change what was checked",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for stale in StaleCheckSearch.find(in: code) where !RepeatedWork.isMissingValue(stale, code) {
      guard !Cleanup.removes(stale, code) else { continue }
      let tree = code.tree
      let check = code.flow.points[stale.check].node
      let suspension = code.flow.points[stale.suspension].node
      let write = code.flow.points[stale.write].node
      report.report(
        write,
        "'\(stale.property)' was checked on line \(tree.line(check)), but it may have changed at the "
          + "await on line \(tree.line(suspension))",
        notes: [
          (check, "'\(stale.property)' is checked here"),
          (suspension, "other calls can run here"),
        ], confidence: .resolved)
    }
  }
}

/// Writes that only take something away, which is right whatever happened meanwhile.
enum Cleanup {
  static func removes(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let node = code.flow.points[stale.write].node
    switch tree[node].kind {
    case .assign:
      guard let value = tree.lastChild(node) else { return false }
      return isEmpty(value, tree)
    case .call:
      return tree.name(node).hasPrefix("remove") || tree.name(node).hasPrefix("pop")
    default:
      return false
    }
  }

  private static func isEmpty(_ value: NodeID, _ tree: Tree) -> Bool {
    switch tree[value].kind {
    case .literal: tree[value].detail == .nil || tree.name(value) == "false"
    case .arrayExpr, .dictionaryExpr: tree.firstChild(value) == nil
    case .member: tree.firstChild(value) == nil && ["none", "idle"].contains(tree.name(value))
    default: false
    }
  }
}
