import IsoldeModel
import IsoldeTree

/// Finds loops that sleep with `try?` and have no other answer to cancellation.
struct TryOptionalSleepInLoop: Rule {
  static let info = RuleInfo(
    id: "try-optional-sleep-in-loop", group: .cancellation,
    summary: "a loop sleeps with 'try?' and never asks whether its task is cancelled",
    reason: "in a cancelled task the sleep returns at once, so the loop spins at full speed",
    tier: .optIn, triggers: ["sleep"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    var seen: Set<NodeID> = []
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call && point.flags.contains([.isOptionalTry, .isAwaited]) {
      guard TimedWaits.isSleep(point.node, tree), tree.isDiscarded(point.node),
        let loop = LoopEnd(around: index, in: code), !loop.mentionsCancellation,
        !loop.takesElements, !loop.endsByError, !loop.isCounted, !isParking(loop, tree),
        !loop.drainsBatches, loop.goesOn(after: index), suffers(point.body, loop, code),
        seen.insert(loop.node).inserted
      else { continue }
      report.report(
        tree.marked(point.node),
        "in a cancelled task this sleep returns at once and the loop spins; let the loop ask "
          + "'Task.isCancelled'",
        notes: [(loop.node, "the loop goes on after cancellation")], fix: loop.cancellationFix)
    }
  }

  /// Whether somebody can cancel the task. A loop with a deadline ends anyway: there the source has
  /// to show who cancels, or the function could pass on the error.
  private func suffers(_ body: Int, _ loop: LoopEnd, _ code: CodeContext) -> Bool {
    switch Cancellability.answer(for: body, in: code) {
    case .yes: true
    case .unknown: !loop.hasDeadline || code.functionFact?.canThrow ?? false
    case .no: false
    }
  }

  /// A loop that only sleeps keeps a thread or a process alive on purpose.
  private func isParking(_ loop: LoopEnd, _ tree: Tree) -> Bool {
    loop.isUnconditional && tree.statements(loop.node).count == 1
  }
}
