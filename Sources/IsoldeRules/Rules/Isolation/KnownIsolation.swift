import IsoldeModel
import IsoldeTree

extension CodeContext {
  /// Where the code at a point runs, if the source leaves no doubt.
  ///
  /// A closure that is handed to an arbitrary function looks isolated like the code around it, but the
  /// parameter may be `@Sendable`; there the answer is `nil`.
  func knownIsolation(at point: FlowGraph.PointID) -> Isolation? {
    for region in flow.regions(around: point) {
      if let isolation = region.isolation { return isolation }
    }
    return knownIsolation(ofBody: flow.points[point].body)
  }

  /// Whether the code at a point certainly runs on the main actor.
  func isOnMainActor(at point: FlowGraph.PointID) -> Bool {
    knownIsolation(at: point) == .mainActor
  }

  private func knownIsolation(ofBody index: Int) -> Isolation? {
    let body = flow.bodies[index]
    if body.role == .declaration { return body.isolation == .unknown ? nil : body.isolation }
    if let stated = statedIsolation(of: body) { return stated }
    switch body.role {
    case .task, .localFunction:
      return body.creation >= 0
        ? knownIsolation(at: body.creation) : knownIsolation(ofBody: body.parent)
    case .detachedTask, .childTask: return .concurrent
    case .cancellationHandler: return .nonisolated
    case .callback: return body.isolation == .concurrent ? .concurrent : dispatched(body)
    case .declaration, .value: return nil
    }
  }

  /// The isolation that the attributes of a closure or local function give it.
  private func statedIsolation(of body: FlowGraph.Body) -> Isolation? {
    if tree[body.node].flags.contains(.isNonisolated) { return .nonisolated }
    for attribute in tree.attributes(body.node) {
      switch tree.name(attribute) {
      case "MainActor": return .mainActor
      case "concurrent": return .concurrent
      case "Sendable" where body.role != .task: return .nonisolated
      default: continue
      }
    }
    return nil
  }

  /// Where a dispatch queue runs a closure.
  private func dispatched(_ body: FlowGraph.Body) -> Isolation? {
    guard let call = tree.call(takingClosure: body.node) else { return nil }
    switch tree.name(call) {
    case "async", "asyncAfter", "addOperation":
      return tree.receiverName(call) == "main" ? .mainActor : nil
    default:
      return nil
    }
  }
}
