import IsoldeModel
import IsoldeTree

/// Finds async code that waits for a dispatch queue, and the main actor waiting for itself.
struct DispatchSyncInAsync: Rule {
  static let info = RuleInfo(
    id: "dispatch-sync-in-async", group: .blocking,
    summary: "async code waits for a dispatch queue, or the main actor for the main queue",
    reason: "the thread waits until the queue has done its earlier work; the main queue never does",
    tier: .warning, triggers: ["sync", "asyncAndWait"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard !PoolThread.isProgramStart(code), !PoolThread.hasOwnExecutor(code) else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard !point.flags.contains(.isAwaited),
        let call = BlockingCalls.call(point.node, in: code), call.kind == .queue
      else { continue }
      let isOnMain = code.flow.isolation(at: index) == .mainActor
      let isAsync = code.flow.bodies[point.body].isAsync
      if isMainQueue(point.node, code.tree) {
        guard isAsync || isOnMain && saysMain(point.body, code), !PoolThread.asksForMainThread(code)
        else {
          continue
        }
        report.report(
          point.node,
          isOnMain
            ? "the main actor waits for the main queue, which waits for the main actor; call the work "
              + "directly"
            : "a pool thread waits for the main queue; use 'await MainActor.run'",
          confidence: .resolved)
      } else if isAsync, QueueWork.isOfOthers(at: index, code) {
        let queue = code.tree.receiver(point.node).map { code.tree.source($0) } ?? ""
        report.report(
          point.node,
          "\(isOnMain ? "the main thread" : "a pool thread") waits until '\(queue)' has done its earlier "
            + "work; submit the work with 'async' and await a continuation",
          confidence: .resolved)
      }
    }
  }

  private func isMainQueue(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let receiver = tree.receiver(call) else { return false }
    return tree.source(receiver) == "DispatchQueue.main" || tree.source(receiver) == ".main"
  }

  /// Whether a synchronous function is marked with the main actor itself; one that only inherits it
  /// may be older code that other threads call.
  private func saysMain(_ body: Int, _ code: CodeContext) -> Bool {
    body == 0 && code.functionFact?.attributes.contains("MainActor") ?? false
  }
}
