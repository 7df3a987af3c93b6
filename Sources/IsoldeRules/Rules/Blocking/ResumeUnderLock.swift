import IsoldeModel
import IsoldeTree

/// Finds continuations that are resumed, and streams that are finished, under a lock that their own
/// cancellation or termination handler takes.
struct ResumeUnderLock: Rule {
  static let info = RuleInfo(
    id: "resume-under-lock", group: .blocking,
    summary: "a continuation is resumed, or a stream finished, under a lock that its handler takes",
    reason: "the handler runs under a lock of the runtime that resuming needs as well: two threads "
      + "wait for each other, or one for itself",
    tier: .optIn, triggers: ["resume", "finish"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let held = code.heldLocks
    guard !held.isEmpty else { return }
    var reported: Set<HeldLocks.Holding> = []
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call && !CancellationHandlers.contain(point.body, code) {
      for holding in held.held(at: index).reversed()
      where holding.lock.kind != .asyncLock && !reported.contains(holding) {
        guard let event = WakingCall.find(at: index, code), isShared(holding, at: index, code),
          let taking = CancellationHandlers.taking(holding.lock, in: code),
          taking.isOnCancel == event.isResume
        else { continue }
        reported.insert(holding)
        self.report(event, at: point.node, holding, taking, code, &report)
      }
    }
  }

  /// Whether others can hold the lock yet: not if it is a local of the code that starts to wait.
  private func isShared(
    _ holding: HeldLocks.Holding, at index: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    holding.lock.member != nil || WakingCall.continuationRegion(around: index, code) == nil
  }

  private func report(
    _ event: WakingCall, at call: NodeID, _ holding: HeldLocks.Holding,
    _ taking: CancellationHandlers.Taking, _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    let lock = LockName.text(holding, code)
    let what = event.isResume ? "the continuation is resumed" : "the stream is finished"
    let handler = event.isResume ? "cancellation handler" : "termination handler"
    var notes: [Finding.Note] = [
      .init(unit: code.unit, range: tree[holding.node].range, message: "'\(lock)' is taken here"),
      .init(unit: taking.unit, range: taking.taking, message: "the \(handler) takes it here"),
    ]
    if let place = event.place {
      notes.insert(.init(unit: place.unit, range: place.range, message: "\(what) here"), at: 1)
    }
    report.report(
      tree[call].range,
      "\(what) under '\(lock)', which its \(handler) takes as well; take it out of the lock first and "
        + "\(event.isResume ? "resume" : "finish") it afterwards",
      notes: notes, confidence: .resolved)
  }
}
