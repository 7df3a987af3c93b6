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

  /// The type of the handle that a call returns and nobody keeps.
  private func handle(of call: NodeID, _ site: ContinuationSite, _ code: CodeContext) -> String? {
    let tree = code.tree
    guard resumes(in: call, site, code), isDropped(call, code) else { return nil }
    if tree.name(call) == "scheduledTimer" { return "'Timer'" }
    if Self.requests.contains(tree.name(call)), tree.receiver(call) != nil,
      code.callee(of: call) == nil
    {
      return "'URLSessionTask'"
    }
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

  /// Functions of `URLSession` that make a request with a completion handler.
  private static let requests: Set<String> = ["dataTask", "downloadTask", "uploadTask"]

  /// Whether nobody can use what a call returns: it is thrown away, or only started.
  private func isDropped(_ call: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    if tree.isDiscarded(call) { return true }
    // `session.dataTask(with: url) { … }.resume()`
    if let member = tree.parent(call), let start = tree.parent(member),
      tree[member].kind == .member, tree[start].kind == .call
    {
      return tree.name(member) == "resume" && tree.isDiscarded(start)
    }
    // `let task = session.dataTask(with: url) { … }`, then only `task.resume()`.
    guard let binding = tree.parent(call), tree[binding].kind == .binding,
      let local = code.flow.locals.firstIndex(where: { $0.kind == .constant && $0.value == call }),
      let scope = tree.ancestor(call, .closure, .funcDecl, .initDecl, .accessor)
    else { return false }
    let uses = LocalUses(of: local, in: scope, code)
    return !uses.isOpaque && uses.found.values.allSatisfy { $0 == .call("resume") }
  }

  /// Whether a closure of the call resumes the continuation.
  private func resumes(in call: NodeID, _ site: ContinuationSite, _ code: CodeContext) -> Bool {
    site.closures.contains { code.tree.call(takingClosure: code.flow.bodies[$0].node) == call }
  }
}
