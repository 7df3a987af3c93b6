import IsoldeModel
import IsoldeTree

/// Finds detached tasks whose work runs on the main actor after all.
struct DetachedTaskHopsBack: Rule {
  static let info = RuleInfo(
    id: "detached-task-hops-back", group: .isolation,
    summary: "a detached task goes straight back to the main actor for its work",
    reason:
      "the work still blocks the main thread, and the task has lost its priority and its values",
    tier: .optIn, triggers: ["detached", "addTask", "addTaskUnlessCancelled"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for (index, body) in code.flow.bodies.enumerated()
    where body.role == .detachedTask || body.role == .childTask {
      guard let call = code.tree.call(takingClosure: body.node) else { continue }
      for point in code.flow.points(of: index) { checkWork(at: point, call, code, &report) }
    }
  }

  private func checkWork(
    at point: FlowGraph.PointID, _ call: NodeID, _ code: CodeContext, _ report: inout Reporter
  ) {
    guard let work = mainActorWork(at: point, code) else { return }
    let name = work.fact.name
    report.report(
      code.tree[code.flow.points[point].node].range,
      "'\(name)' belongs to the main actor, so this task goes back to it for the work; make '\(name)' "
        + "'nonisolated'",
      notes: [
        .init(
          unit: code.unit, range: code.tree[code.tree.firstChild(call) ?? call].range,
          message: "the task leaves the main actor here"),
        .init(
          unit: work.unit,
          range: FunctionHead.range(of: work.fact.node, code.project.units[work.unit].tree),
          message: "'\(name)' needs nothing of its instance that can change"),
      ], confidence: .resolved)
  }

  /// The synchronous function of the main actor that is called at a point, if it computes something
  /// without touching what the main actor protects.
  private func mainActorWork(
    at index: FlowGraph.PointID, _ code: CodeContext
  ) -> FunctionEntry? {
    let point = code.flow.points[index]
    guard point.kind == .call, point.flags.contains(.isAwaited),
      code.flow.isolation(at: index) == .concurrent, let id = code.callee(of: point.node)
    else { return nil }
    let function = code.project[id]
    guard function.isolation == .mainActor, !function.fact.isAsync, function.fact.hasBody,
      MainActorNeed.isFree(id, code.project), BodyWork.isSubstantial(function, code.project)
    else { return nil }
    return function
  }
}
