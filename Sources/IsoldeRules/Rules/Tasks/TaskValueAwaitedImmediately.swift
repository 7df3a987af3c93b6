import IsoldeModel
import IsoldeTree

/// Finds tasks that async code starts only to wait for them.
struct TaskValueAwaitedImmediately: Rule {
  static let info = RuleInfo(
    id: "task-value-awaited-immediately", group: .tasks,
    summary: "async code starts a task and waits for its value at once",
    reason: "the caller waits anyway, but its cancellation no longer reaches the work",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) where !site.isDetached && tree.name(site.call) == "Task" {
      guard case .awaited(let member) = site.handle(in: file), isPlain(site, tree),
        let code = file.code(around: site.call), waits(site, code), !isMeant(site, code)
      else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "a cancellation of this function does not reach the task that it waits for; run the work here "
          + "without a task",
        notes: [(member, "the function waits here")], fix: fix(site, member, tree))
    }
  }

  /// No priority and no isolation of its own: nothing but the work.
  private func isPlain(_ site: TaskSite, _ tree: Tree) -> Bool {
    tree.arguments(site.call).count == 1 && tree.attributes(site.closure).isEmpty
  }

  /// Whether the work has a place at which it could be cancelled.
  private func waits(_ site: TaskSite, _ code: CodeContext) -> Bool {
    guard let body = code.flow.body(of: site.closure) else { return false }
    return code.flow.points(of: body).contains { index in
      let point = code.flow.points[index]
      return point.kind == .suspend && !isHop(point.node, code.tree)
    }
  }

  /// `await` for a property of an actor, or for a call that works through a collection.
  private func isHop(_ suspension: NodeID, _ tree: Tree) -> Bool {
    guard tree[suspension].kind == .awaitExpr else { return false }
    let operand = tree.unwrapped(suspension)
    switch tree[operand].kind {
    case .member, .binary:
      return !tree.anyDescendant(of: operand) { tree[$0].kind == .call }
        && !([operand] + Array(tree.descendants(operand))).contains { tree.name($0) == "value" }
    case .call:
      return ["map", "filter", "reduce", "sorted"].contains(tree.name(operand))
        && tree.closures(operand).allSatisfy { closure in
          !tree.anyDescendant(of: closure) { tree[$0].kind == .awaitExpr }
        }
    default: return false
    }
  }

  // MARK: - Shields

  /// Whether the work is shielded from cancellation on purpose.
  private func isMeant(_ site: TaskSite, _ code: CodeContext) -> Bool {
    let tree = code.tree
    if tree.comments(about: tree.statement(around: site.call)).contains(where: { speaks($0, tree) })
    {
      return true
    }
    for ancestor in tree.ancestors(site.call) {
      switch tree[ancestor].kind {
      case .funcDecl, .initDecl, .accessor:
        let name = tree.name(ancestor).lowercased()
        if Self.shields.contains(where: name.contains) { return true }
        return tree.comments(about: ancestor).contains { speaks($0, tree) }
      case .call where ["withTaskCancellationHandler", "refreshable"].contains(tree.name(ancestor)):
        return true
      case .catchClause, .deferStmt:
        // What cleans up after an error or a cancellation must run.
        return true
      default: continue
      }
    }
    return false
  }

  private func speaks(_ comment: Comment, _ tree: Tree) -> Bool {
    let text = tree.text(comment).lowercased()
    return text.contains("cancel") || text.contains("unstructured") || text.contains("detach")
  }

  private static let shields = [
    "cancel", "shield", "cleanup", "finally", "rollback", "finish", "close", "shutdown", "stop",
    "commit", "flush", "refreshable", "detach",
  ]

  // MARK: - Fix

  /// Takes the work out of the task if it is one expression that nothing is captured for.
  private func fix(_ site: TaskSite, _ member: NodeID, _ tree: Tree) -> Finding.Fix? {
    let statements = tree.statements(site.closure)
    guard tree.name(member) == "value", statements.count == 1,
      tree.child(site.closure, .capture) == nil, tree.child(site.closure, .param) == nil
    else { return nil }
    var work = statements[0]
    if tree[work].kind == .returnStmt, let value = tree.firstChild(work) { work = value }
    while tree[work].kind == .awaitExpr
      || tree[work].kind == .tryExpr && tree[work].detail == .plain,
      let inner = tree.firstChild(work)
    { work = inner }
    guard tree[work].kind == .call || tree[work].kind == .member || tree[work].kind == .identifier
    else {
      return nil
    }
    return Finding.Fix(
      "run the work without a task", .review, [.init(tree[member].range, tree.source(work))])
  }
}
