import IsoldeModel
import IsoldeTree

/// Finds results that are stored although what they were asked for may have changed meanwhile.
struct StaleAsyncResult: Rule {
  static let info = RuleInfo(
    id: "stale-async-result", group: .reentrancy,
    summary: "an awaited result is stored without asking whether it is still wanted",
    reason: "a slow answer to an old question replaces the answer to the current one",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    for site in TaskSite.all(in: file) {
      guard let code = file.code(around: site.call) else { continue }
      if site.isDiscarded(in: file), let body = code.flow.body(of: site.closure) {
        checkTask(site, body, code, file, &report)
      }
      checkCalled(by: site, code, file, &report)
    }
  }

  /// A task that stores the answer to what its function was called with, or that outlives a reset.
  private func checkTask(
    _ site: TaskSite, _ body: Int, _ code: CodeContext, _ file: FileContext,
    _ report: inout Reporter
  ) {
    let tree = code.tree
    for result in StoredResult.all(in: body, code) {
      let question = StaleQuestion.parameter(of: result, site, code)
      let reset = StaleQuestion.reset(of: result.property, besides: code, file)
      guard let reason = question ?? reset else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        question != nil
          ? "the task stores '\(result.property)' without asking whether it is still wanted; a slow answer "
            + "replaces the one to a later call"
          : "the task stores '\(result.property)' even if it was reset meanwhile; keep the task and cancel it "
            + "there",
        notes: [
          (result.suspension, "other calls can run here"),
          (reason, question != nil ? "this differs from call to call" : "it is reset here"),
          (result.write, "the answer is stored here"),
        ], confidence: .resolved)
      return
    }
  }

  /// An async method that a task runs after each change of what the method reads.
  private func checkCalled(
    by site: TaskSite, _ code: CodeContext, _ file: FileContext, _ report: inout Reporter
  ) {
    for call in SelfUse.calls(in: site.closure, code) {
      guard let callee = code.callee(of: call),
        let method = file.code.first(where: { $0.function == callee }), method.type == code.type,
        method.isAsync, method.isolation.isIsolated
      else { continue }
      for result in StoredResult.all(in: 0, method) {
        guard let question = StaleQuestion.copy(of: result, method),
          question.property != result.property,
          let change = StaleQuestion.change(of: question.property, before: site, code)
        else { continue }
        report.report(
          result.write,
          "'\(result.property)' is stored although '\(question.property)' may have changed since the answer "
            + "was asked for",
          notes: [
            (question.node, "'\(question.property)' is read here"),
            (result.suspension, "it can change here"), (change, "it is changed here"),
          ], confidence: .resolved)
      }
    }
  }
}
