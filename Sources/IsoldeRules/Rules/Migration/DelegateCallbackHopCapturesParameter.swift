import IsoldeModel
import IsoldeTree

/// Finds delegate methods whose parameter is read later, in a task on the main actor.
struct DelegateCallbackHopCapturesParameter: Rule {
  static let info = RuleInfo(
    id: "delegate-callback-hop-captures-parameter", group: .migration,
    summary: "a task on the main actor reads an object that a nonisolated callback was given",
    reason: "the sender goes on meanwhile: the object can have changed, and the reads race with it",
    tier: .optIn, triggers: ["Task"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    guard code.settings.languageMode == 5, let fact = code.functionFact, !fact.isAsync,
      tree[code.node].flags.contains(.isNonisolated)
    else { return }
    for (index, body) in code.flow.bodies.enumerated()
    where body.role == .task && body.isolation == .mainActor {
      for point in code.flow.points(of: index) {
        let event = code.flow.points[point]
        guard event.kind == .read, let local = code.flow.local(of: event.path),
          local.kind == .parameter, let name = readProperty(event.path, local, code)
        else { continue }
        let parameter = tree.names[Int(local.name)]
        report.report(
          event.node,
          "'\(parameter)' is read when the task runs, after this method returned; read "
            + "'\(parameter).\(name)' into a local before the task",
          notes: [(local.node, "the caller keeps using this object")], confidence: .resolved)
        break
      }
    }
  }

  /// The variable of the parameter's class that a path reads first.
  private func readProperty(
    _ path: PathID, _ local: FlowGraph.Local, _ code: CodeContext
  ) -> String? {
    let steps = code.flow.paths.steps(path)
    guard steps.count > 1, code.flow.paths.step(steps[1]) == .field,
      let type = local.type.map({ TypeName($0, in: code.tree) }), let entry = code.entry(of: type),
      entry.kind == .classType, !entry.isolation.isIsolated
    else { return nil }
    let name = code.tree.names[Int(code.flow.paths.name(steps[1]))]
    guard let property = entry.properties[name]?.fact, property.isMutable, !property.isStatic else {
      return nil
    }
    return name
  }
}
