import IsoldeModel
import IsoldeTree

/// Finds state of an actor that is checked before a suspension and written after it.
struct ActorCheckThenAct: Rule {
  static let info = RuleInfo(
    id: "actor-check-then-act", group: .reentrancy,
    summary:
      "state is checked, the task suspends, and the state is written as if the check still held",
    reason: "at every await other calls to the actor can run and change what was checked",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    var reported: Set<FlowGraph.PointID> = []
    for stale in StaleCheckSearch.find(in: code) where !RepeatedWork.isMissingValue(stale, code) {
      // The first write that a check decides stands for the others.
      guard isDecision(stale, code), reported.insert(stale.check).inserted else { continue }
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

  /// Whether the write carries out what the check decided: a change of the old value or a step to
  /// another state. A value that only replaces the old one is newer, whatever was checked.
  private func isDecision(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    switch WriteShape(stale.access, at: stale.write, in: code) {
    case .inPlace, .constant: true
    case .removal, .replacement: false
    }
  }
}
