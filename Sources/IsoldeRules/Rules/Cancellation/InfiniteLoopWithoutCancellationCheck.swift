import IsoldeModel
import IsoldeTree

/// Finds endless loops that nothing can stop.
struct InfiniteLoopWithoutCancellationCheck: Rule {
  static let info = RuleInfo(
    id: "infinite-loop-without-cancellation-check", group: .cancellation,
    summary: "an endless loop in async code has no way out and never asks about cancellation",
    reason: "cancelling the task does nothing; it runs until the process ends",
    tier: .optIn, triggers: ["true"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let flow = code.flow
    for (index, region) in flow.regions.enumerated() where region.kind == .loop {
      guard [.whileStmt, .repeatStmt].contains(code.tree[region.node].kind) else { continue }
      let loop = LoopEnd(region: index, in: code)
      guard loop.isUnconditional, !loop.mentionsCancellation,
        let suspension = loop.points.first(where: { flow.points[$0].kind == .suspend }),
        !loop.hasExit, !sleepsOptionally(loop, code),
        Cancellability.answer(for: flow.points[suspension].body, in: code) != .no
      else { continue }
      report.report(
        loop.node,
        "nothing ends this loop when its task is cancelled; write 'while !Task.isCancelled'",
        notes: [(flow.points[suspension].node, "no error can leave the loop here")],
        fix: loop.cancellationFix)
    }
  }

  /// Another rule speaks of `try?` and `sleep`.
  private func sleepsOptionally(_ loop: LoopEnd, _ code: CodeContext) -> Bool {
    loop.points.contains { point in
      code.flow.points[point].kind == .call
        && code.flow.points[point].flags.contains(.isOptionalTry)
        && TimedWaits.isSleep(code.flow.points[point].node, code.tree)
    }
  }
}
