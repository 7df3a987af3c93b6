import IsoldeModel
import IsoldeTree

/// Finds detached tasks whose work does not need to be detached.
struct DetachedTask: Rule {
  static let info = RuleInfo(
    id: "detached-task", group: .tasks,
    summary: "a task is detached although nothing in it runs apart from the actor it comes from",
    reason:
      "a detached task loses priority, task-local values and isolation, and gains nothing here",
    tier: .optIn, triggers: ["detached"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for call in file.calls(named: "detached") {
      guard let site = TaskSite(call, in: tree), tree.arguments(call).count == 1,
        tree.comments(about: tree.statement(around: call)).isEmpty,
        let code = file.code(around: call), tree[code.node].kind != .deinitDecl,
        case .discarded = site.handle(in: file), !isCallback(site, tree)
      else { continue }
      let callee = tree.firstChild(call) ?? call
      if tree.hasAttribute(site.closure, "MainActor") {
        report.report(
          callee,
          "this task is detached only to run on the main actor; 'Task { @MainActor in' keeps priority "
            + "and task-local values")
      } else if isOnlyHop(site.closure, tree) {
        report.report(
          callee,
          "this task is detached only to hop to the main actor; 'Task { @MainActor in' does the same in "
            + "one step")
      } else if let hop = hopBack(site, code) {
        report.report(
          callee,
          "this task waits for async work and comes straight back to the main actor; without "
            + "'detached' it keeps priority, task-local values and isolation",
          notes: [(hop, "here it comes back")])
      }
    }
  }

  /// A handler that runs in the middle of somebody else's work, whose priority is not its own.
  private func isCallback(_ site: TaskSite, _ tree: Tree) -> Bool {
    guard let closure = tree.ancestor(site.call, .closure), let outer = tree.parent(closure) else {
      return false
    }
    switch tree[outer].kind {
    case .argument:
      if ["onCancel", "onChange"].contains(tree.label(outer)) { return true }
      guard let call = tree.call(takingClosure: closure) else { return false }
      return ["withTaskCancellationHandler", "withObservationTracking"].contains(tree.name(call))
    case .assign:
      return tree.firstChild(outer).map { tree.name($0) == "onTermination" } ?? false
    default:
      return false
    }
  }

  /// `await MainActor.run { … }` and nothing else.
  private func isOnlyHop(_ closure: NodeID, _ tree: Tree) -> Bool {
    let statements = tree.statements(closure)
    return statements.count == 1 && isHop(statements[0], tree)
  }

  private func isHop(_ statement: NodeID, _ tree: Tree) -> Bool {
    let call = tree.unwrapped(statement)
    return tree[call].kind == .call && tree.name(call) == "run"
      && tree.receiverName(call) == "MainActor"
  }

  /// The way back to the main actor, if the task was started there and does nothing but wait before.
  private func hopBack(_ site: TaskSite, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    guard let body = code.flow.body(of: site.closure),
      let creation = code.flow.bodies[body].creation as Int?, creation >= 0,
      code.flow.isolation(at: creation) == .mainActor
    else { return nil }
    let statements = tree.statements(site.closure)
    guard statements.count > 1, let last = statements.last, isHop(last, tree) else { return nil }
    return statements.dropLast().allSatisfy { onlyWaits($0, tree) } ? last : nil
  }

  /// `let x = await f()`, `await f()`, `guard let self`.
  private func onlyWaits(_ statement: NodeID, _ tree: Tree) -> Bool {
    switch tree[statement].kind {
    case .awaitExpr, .tryExpr: return awaits(statement, tree)
    case .assign: return tree.lastChild(statement).map { awaits($0, tree) } ?? false
    case .varDecl:
      return tree.children(statement).allSatisfy { child in
        tree[child].kind != .binding || tree.lastChild(child).map { awaits($0, tree) } ?? false
      }
    case .guardStmt:
      return tree.children(statement).allSatisfy {
        tree[$0].kind != .condition || SelfUse.bindsSelf($0, tree)
      }
    default: return false
    }
  }

  private func awaits(_ expression: NodeID, _ tree: Tree) -> Bool {
    switch tree[expression].kind {
    case .awaitExpr:
      return tree.firstChild(expression).map { tree[tree.unwrapped($0)].kind == .call } ?? false
    case .tryExpr:
      return tree.firstChild(expression).map { awaits($0, tree) } ?? false
    default:
      return false
    }
  }
}
