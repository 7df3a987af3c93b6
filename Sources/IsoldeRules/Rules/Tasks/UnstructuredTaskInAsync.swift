import IsoldeModel
import IsoldeTree

/// Finds async functions that end with a task that nobody waits for.
struct UnstructuredTaskInAsync: Rule {
  static let info = RuleInfo(
    id: "unstructured-task-in-async", group: .tasks,
    summary: "an async function ends with a task that nobody waits for",
    reason:
      "the caller goes on before the work ends, and its cancellation and errors do not reach it",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) where !site.isDetached && tree.name(site.call) == "Task" {
      guard site.isDiscarded(in: file), let code = file.code(around: site.call),
        let function = code.functionFact, function.kind == .function, function.isAsync,
        isLast(site, in: code), tree.attributes(site.closure).isEmpty,
        tree.arguments(site.call).count == 1, waits(site, code), !isMeant(site, code)
      else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "'\(function.name)' is async but returns before this task ends; await the work here",
        notes: [(code.node, "callers can neither wait for the task nor cancel it")],
        fix: fix(site, code))
    }
  }

  /// Whether the task is the last statement of the function itself.
  private func isLast(_ site: TaskSite, in code: CodeContext) -> Bool {
    let tree = code.tree
    guard let block = tree.child(code.node, .block) else { return false }
    return tree.lastChild(block) == tree.statement(around: site.call)
      && tree.parent(tree.statement(around: site.call)) == block
  }

  private func waits(_ site: TaskSite, _ code: CodeContext) -> Bool {
    guard let body = code.flow.body(of: site.closure) else { return false }
    return code.flow.points(of: body).contains { code.flow.points[$0].kind == .suspend }
  }

  /// Whether the names or a comment say that the work should go on by itself.
  private func isMeant(_ site: TaskSite, _ code: CodeContext) -> Bool {
    let tree = code.tree
    if !tree.comments(about: tree.statement(around: site.call)).isEmpty { return true }
    if let block = tree.child(site.closure, .block), let first = tree.firstChild(block),
      !tree.comments(about: first).isEmpty
    {
      return true
    }
    if !LongLoop.all(in: site.closure, code).isEmpty || isSecondary(site, tree) { return true }
    let first = tree.firstDescendant(of: site.closure, skippingClosures: true) {
      tree[$0].kind == .awaitExpr
    }
    // What waits first is meant to come later.
    if let first, let operand = tree.firstChild(first), EscapingError.isCancellation(operand, tree)
    {
      return true
    }
    let name = tree.name(code.node).lowercased()
    let marks = [
      "start", "begin", "launch", "schedule", "observe", "listen", "subscribe", "enqueue", "spawn",
      "track", "prefetch", "preload", "kick", "trigger", "background", "notify", "fire", "setup",
      "dispatch", "monitor", "watch",
    ]
    return marks.contains(where: name.contains)
  }

  /// Whether the task only waits for what runs already, loads again what is there already, or tells
  /// a delegate.
  private func isSecondary(_ site: TaskSite, _ tree: Tree) -> Bool {
    let awaits = tree.descendants(site.closure).filter { tree[$0].kind == .awaitExpr }
    guard let first = awaits.first else { return false }
    let call = tree.unwrapped(first)
    let name = tree.name(call)
    if name.hasPrefix("wait") { return true }
    let receiver = tree.receiver(call).map { tree.name(tree.unwrapped($0)).lowercased() } ?? ""
    return awaits.count == 1
      && (name.hasPrefix("refresh") || name.hasPrefix("reload") || receiver.hasSuffix("delegate"))
  }

  /// Takes one awaited call out of the task.
  private func fix(_ site: TaskSite, _ code: CodeContext) -> Finding.Fix? {
    let tree = code.tree
    let statements = tree.statements(site.closure)
    guard statements.count == 1, tree.child(site.closure, .capture) == nil,
      EscapingError.isAbsent(in: site.closure, tree),
      !tree.source(statements[0]).contains("\n")
    else { return nil }
    return Finding.Fix(
      "await the work here", .review, [.init(tree[site.call].range, tree.source(statements[0]))])
  }
}
