import IsoldeModel
import IsoldeTree

/// Finds tasks whose handle is registered for cancellation by another task.
struct TaskRegisteredInTask: Rule {
  static let info = RuleInfo(
    id: "task-registered-in-task", group: .tasks,
    summary: "a task's handle is registered from inside another task",
    reason: "a request to cancel that comes before the other task has run finds nothing to cancel",
    tier: .experimental, triggers: ["cancel"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard let code = file.code(around: site.call), !code.isAsync,
        case let statements = tree.statements(site.closure), statements.count == 1,
        let call = SelfUse.calls(in: site.closure, code).first,
        tree.unwrapped(statements[0]) == call, let callee = code.callee(of: call),
        let method = file.code.first(where: { $0.function == callee }), method.type == code.type,
        let registration = registration(in: method),
        let cancel = cancel(of: registration.property, besides: method, file)
      else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "'\(registration.property)' gets its task only when this task runs; a cancellation that comes first "
          + "finds nothing",
        notes: [
          (registration.node, "the task is registered here"), (cancel, "it is cancelled here"),
        ], confidence: .resolved)
    }
  }

  /// The place at which a method stores a task under a key.
  private func registration(in method: CodeContext) -> (property: String, node: NodeID)? {
    for point in method.flow.points where point.kind == .write && point.body == 0 {
      guard let name = method.memberName(of: point.path),
        let property = method.property(named: name),
        property.fact.type?.unwrapped.base == "Dictionary",
        property.fact.type?.unwrapped.element?.unwrapped.isTask == true,
        method.flow.paths.step(point.path) == .element, holdsTask(point.node, method)
      else { continue }
      return (name, point.node)
    }
    return nil
  }

  private func holdsTask(_ assignment: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let value = tree.lastChild(assignment) else { return false }
    if tree[value].kind == .call { return tree.isTaskCreation(value) }
    guard tree[value].kind == .identifier,
      let local = code.local(named: tree[value].name, at: value), let first = local.value
    else { return false }
    return tree[first].kind == .call && tree.isTaskCreation(first)
  }

  private func cancel(
    of property: String, besides method: CodeContext, _ file: FileContext
  ) -> NodeID? {
    let tree = file.tree
    return file.calls(named: "cancel").first { call in
      guard !tree.contains(method.node, call), let base = tree.receiver(call),
        let outer = tree.ancestor(call, .typeDecl),
        file.project.type(at: outer, in: file.unit) == method.type
      else { return false }
      let element = tree.unwrapped(base)
      guard tree[element].kind == .subscriptExpr, let collection = tree.firstChild(element) else {
        return false
      }
      return tree.name(collection) == property
    }
  }
}
