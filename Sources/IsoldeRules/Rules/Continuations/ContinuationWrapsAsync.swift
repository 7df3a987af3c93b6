import IsoldeModel
import IsoldeTree

/// Finds a continuation around a task whose code could be awaited directly.
struct ContinuationWrapsAsync: Rule {
  static let info = RuleInfo(
    id: "continuation-wraps-async", group: .continuations,
    summary: "a continuation is resumed from a task that only awaits async code",
    reason: "awaiting the code directly keeps cancellation, priority and errors",
    tier: .optIn, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque {
      guard let task = onlyTask(of: site, code), !mentionsCancellation(site, code.tree) else {
        continue
      }
      report.report(
        site.call,
        "this continuation only waits for a task; await the task's code directly, which keeps "
          + "cancellation and priority",
        notes: [(task, "the task starts here")], confidence: .resolved,
        fix: DirectAwait(site, task, code).fix())
    }
  }

  /// The task that is all there is in the closure, if it resumes by itself and awaits something.
  ///
  /// A task that goes to a global actor or has a priority of its own is there for that.
  private func onlyTask(of site: ContinuationSite, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    let flow = code.flow
    let statements = tree.statements(site.closure)
    guard statements.count == 1, let call = statements.first, tree[call].kind == .call,
      tree.isTaskCreation(call), tree.argument(call, labelled: "priority") == nil,
      let closure = tree.closures(call).first, tree.attributes(closure).isEmpty,
      let body = flow.body(of: closure), site.closures == [body],
      site.isOnlyResumed, site.resumes.allSatisfy({ flow.points[$0].body == body })
    else { return nil }
    let suspends = flow.points(of: body).contains { flow.points[$0].kind == .suspend }
    return suspends ? call : nil
  }

  /// A comment that speaks of cancellation says that the task is a shield.
  private func mentionsCancellation(_ site: ContinuationSite, _ tree: Tree) -> Bool {
    let lines = tree.line(site.call)...tree.text.line(at: Int(tree[site.call].end))
    let comments =
      tree.comments(about: tree.statement(around: site.call))
      + lines.flatMap(tree.comments(onLine:))
    return comments.contains { comment in
      let text = tree.text(comment).lowercased()
      return text.contains("cancel") || text.contains("shield") || text.contains("priority")
    }
  }
}

/// The edit that awaits a task's code in place of the continuation around it.
struct DirectAwait {
  private let site: ContinuationSite
  private let tree: Tree
  private let closure: NodeID?

  init(_ site: ContinuationSite, _ task: NodeID, _ code: CodeContext) {
    self.site = site
    tree = code.tree
    closure = tree.closures(task).first
  }

  func fix() -> Finding.Fix? {
    guard let closure, tree.child(closure, .capture) == nil,
      tree.child(site.closure, .capture) == nil, let value = value(of: tree.statements(closure))
    else { return nil }
    let outer = tree.marked(site.call)
    guard value.isTried == hasTry(outer) else { return nil }
    return Finding.Fix(
      "await the code directly", .safe, [.init(tree[outer].range, tree.source(value.expression))])
  }

  private struct Value {
    let expression: NodeID
    let isTried: Bool
  }

  private func hasTry(_ node: NodeID) -> Bool {
    tree[node].kind == .tryExpr && tree[node].detail == .plain
  }

  /// The expression whose value the task resumes with.
  private func value(of statements: [NodeID]) -> Value? {
    guard statements.count == 1, let statement = statements.first else { return nil }
    if tree[statement].kind == .doStmt { return caught(statement) }
    guard let value = resumed(statement), tree[value].kind == .awaitExpr else { return nil }
    return Value(expression: value, isTried: false)
  }

  /// `do { c.resume(returning: try await f()) } catch { c.resume(throwing: error) }`.
  private func caught(_ node: NodeID) -> Value? {
    let clauses = tree.children(node).filter { tree[$0].kind == .catchClause }
    guard let block = tree.child(node, .block), clauses.count == 1 else { return nil }
    let tried = tree.statements(block)
    let rescued = tree.statements(clauses[0])
    guard tried.count == 1, rescued.count == 1, let value = resumed(tried[0]), hasTry(value),
      tree.firstChild(clauses[0]).map({ tree[$0].kind }) == .block,
      let error = tree.argument(rescued[0], labelled: "throwing"), tree.name(error) == "error"
    else { return nil }
    return Value(expression: value, isTried: true)
  }

  /// The value in `c.resume(returning: value)`.
  private func resumed(_ node: NodeID) -> NodeID? {
    guard tree[node].kind == .call, tree.name(node) == "resume",
      tree.receiverName(node) == site.name
    else { return nil }
    return tree.argument(node, labelled: "returning")
  }
}
