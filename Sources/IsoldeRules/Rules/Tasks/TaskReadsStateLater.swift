import IsoldeModel
import IsoldeTree

/// Finds tasks that read what an event stored instead of what the event brought.
struct TaskReadsStateLater: Rule {
  static let info = RuleInfo(
    id: "task-reads-state-later", group: .tasks,
    summary: "a task passes on a property that the next event can change before the task runs",
    reason: "the task reads the property when it runs, not when the event came",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard site.isDiscarded(in: file), let code = file.code(around: site.call),
        let fact = code.functionFact, fact.kind == .function, !fact.isAsync, !fact.isStatic,
        let body = code.flow.body(of: site.closure), code.flow.bodies[body].parent == 0
      else { continue }
      for read in passedOn(in: body, site, code) {
        guard let write = event(before: site, storing: read.path, fact, code) else { continue }
        let name = code.memberName(of: read.path) ?? ""
        report.report(
          tree.firstChild(site.call) ?? site.call,
          "the task reads '\(name)' when it runs, and the next event may have changed it by then; capture "
            + "it: '[\(name)]'",
          notes: [(write, "the event stores it here"), (read.node, "the task reads it here")],
          confidence: .resolved)
        break
      }
    }
  }

  /// The properties that the task gives to a call on something else before it waits for anything.
  private func passedOn(in body: Int, _ site: TaskSite, _ code: CodeContext) -> [FlowGraph.Point] {
    let tree = code.tree
    return code.flow.points(of: body).compactMap { index in
      let point = code.flow.points[index]
      guard point.kind == .read, !point.flags.contains(.isCondition),
        let property = code.property(of: point.path), property.fact.isMutable,
        !property.fact.isStatic,
        code.flow.paths.parent(point.path) == .none, let argument = tree.parent(point.node),
        tree[argument].kind == .argument, let call = tree.parent(argument),
        tree[call].kind == .call,
        let receiver = tree.receiver(call), tree.name(tree.unwrapped(receiver)) != "self",
        isAwaited(call, tree)
      else { return nil }
      return point
    }
  }

  private func isAwaited(_ call: NodeID, _ tree: Tree) -> Bool {
    tree.ancestors(call).prefix(3).contains { tree[$0].kind == .awaitExpr }
  }

  /// The assignment of a parameter to the property, before the task is started.
  private func event(
    before site: TaskSite, storing path: PathID, _ fact: FunctionFact, _ code: CodeContext
  ) -> NodeID? {
    let tree = code.tree
    let names = Set(fact.parameters.map(\.name))
    return code.flow.points.first { point in
      guard point.kind == .write, point.body == 0, point.path == path, point.node < site.call,
        let value = tree.lastChild(point.node)
      else { return false }
      return names.contains(tree.name(value)) && tree[value].kind == .identifier
    }?.node
  }
}
