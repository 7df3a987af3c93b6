import IsoldeModel
import IsoldeTree

/// Finds races in a task group that wait for the losers.
struct TimeoutGroupMissingCancelAll: Rule {
  static let info = RuleInfo(
    id: "timeout-group-missing-cancel-all", group: .cancellation,
    summary: "a task group takes the first result and does not cancel the other children",
    reason: "the group still waits for all of them, so a timeout or a race shortens nothing",
    tier: .optIn, triggers: ["withTaskGroup", "withThrowingTaskGroup"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for group in TaskGroupUse.all(in: code) where !group.isDiscarding && group.escapes.isEmpty {
      guard let first = firstResult(of: group, code.tree), isRace(group, code.tree),
        group.cancellations.isEmpty, !group.stopsChildren(code.tree)
      else { continue }
      report.report(
        first,
        "the first result is taken, but the group still waits for the other child tasks; call "
          + "'\(group.name).cancelAll()'",
        notes: group.children.dropFirst().prefix(1).map { ($0, "this child task runs to its end") },
        fix: fix(group, code.tree))
    }
  }

  /// The only place that takes a result, outside of loops.
  private func firstResult(of group: TaskGroupUse, _ tree: Tree) -> NodeID? {
    guard group.drains.count == 1, let drain = group.drains.first,
      group.loop(around: drain, in: tree) == nil
    else { return nil }
    switch tree[drain].kind {
    case .call where ["next", "nextResult", "first"].contains(tree.name(drain)): return drain
    default: return nil
    }
  }

  private func isRace(_ group: TaskGroupUse, _ tree: Tree) -> Bool {
    group.children.count > 1 || group.children.contains { group.loop(around: $0, in: tree) != nil }
  }

  private func fix(_ group: TaskGroupUse, _ tree: Tree) -> Finding.Fix? {
    guard let statement = tree.statements(group.closure).first else { return nil }
    return Finding.Fix(
      "cancel the other child tasks on every way out", .safe,
      [
        SourceLayout.insert(
          "defer { \(group.name).cancelAll() }", before: statement, in: tree)
      ])
  }
}
