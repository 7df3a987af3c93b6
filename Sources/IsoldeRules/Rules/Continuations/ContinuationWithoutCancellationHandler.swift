import IsoldeModel
import IsoldeTree

/// Finds a bridged operation that could be cancelled, but is not when its task is.
struct ContinuationWithoutCancellationHandler: Rule {
  static let info = RuleInfo(
    id: "continuation-without-cancellation-handler", group: .continuations,
    summary: "a continuation waits for an operation whose handle, which can cancel it, is dropped",
    reason: "a cancelled task goes on waiting, and the operation goes on working",
    tier: .optIn, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque && !isHandled(site, code.tree) {
      for (index, point) in code.flow.points.enumerated()
      where point.kind == .call && site.contains(index, code.flow) {
        guard let handle = handle(of: point.node, site, code) else { continue }
        report.report(
          point.node,
          "the \(handle) that could cancel this operation is dropped; keep it and cancel it in a "
            + "'withTaskCancellationHandler'",
          notes: [(site.call, "the task waits here, cancelled or not")], confidence: .resolved)
      }
    }
  }

  private func isHandled(_ site: ContinuationSite, _ tree: Tree) -> Bool {
    tree.ancestors(site.call).contains {
      tree[$0].kind == .call && tree.name($0) == "withTaskCancellationHandler"
    }
  }

  /// The type of the handle that a call returns and nobody takes.
  private func handle(of call: NodeID, _ site: ContinuationSite, _ code: CodeContext) -> String? {
    let tree = code.tree
    guard tree.isDiscarded(call), resumes(in: call, site, code) else { return nil }
    if tree.name(call) == "scheduledTimer" { return "'Timer'" }
    guard let callee = code.callee(of: call), let result = code.project[callee].fact.result,
      let entry = code.entry(of: result), !result.isTask
    else { return nil }
    let cancels = ["cancel", "invalidate"].contains { name in
      entry.functions[name]?.contains {
        code.project[$0].fact.parameters.allSatisfy(\.hasDefault)
          && !code.project[$0].fact.isAsync
      } ?? false
    }
    return cancels ? "'\(entry.name)'" : nil
  }

  /// Whether a closure of the call resumes the continuation.
  private func resumes(in call: NodeID, _ site: ContinuationSite, _ code: CodeContext) -> Bool {
    site.closures.contains { code.tree.call(takingClosure: code.flow.bodies[$0].node) == call }
  }
}
