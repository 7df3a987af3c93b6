import IsoldeModel
import IsoldeTree

/// How far a closure is in charge of resuming a continuation.
enum ContinuationOwnership: Sendable {
  /// It runs exactly once, and nothing else resumes the continuation.
  case task
  /// It is a callback, and nothing else resumes the continuation.
  case callback
  /// Other closures may resume the continuation, but none of them always does.
  case partial
  /// Other code is in charge as well, or the closure may run any number of times.
  case shared

  /// Judges a closure that uses a continuation.
  init(of body: Int, _ site: ContinuationSite, _ code: CodeContext) {
    let flow = code.flow
    self = .shared
    guard site.isOnlyResumed else { return }
    switch Self.role(of: body, site, flow) {
    case .task: self = .task
    case .callback: self = .callback
    case .value: self = .partial
    default: return
    }
    for other in Self.rivals(of: body, site, code) {
      if Self.alwaysResumes(other, site, code) {
        self = .shared
        return
      }
      self = .partial
    }
  }

  /// The least certain role on the way from the continuation's closure to a body.
  private static func role(
    of body: Int, _ site: ContinuationSite, _ flow: FlowGraph
  ) -> FlowGraph.BodyRole {
    var result = FlowGraph.BodyRole.task
    var current = body
    while current >= 0, current != site.body {
      switch flow.bodies[current].role {
      case .task, .detachedTask, .childTask: break
      case .callback: if result == .task { result = .callback }
      case .value: result = .value
      case .declaration, .localFunction, .cancellationHandler: return .localFunction
      }
      current = flow.bodies[current].parent
    }
    return result
  }

  /// The closures that can run besides a closure: not those of the same call, which exclude it.
  private static func rivals(of body: Int, _ site: ContinuationSite, _ code: CodeContext) -> [Int] {
    let flow = code.flow
    let own = flow.bodies[body]
    let call = code.tree.call(takingClosure: own.node)
    return site.closures.filter { other in
      guard other != body, flow.bodies[other].parent == own.parent else { return false }
      if let call, code.tree.call(takingClosure: flow.bodies[other].node) == call { return false }
      return flow.canReach(flow.bodies[other].creation, from: own.creation)
        || flow.canReach(own.creation, from: flow.bodies[other].creation)
    }
  }

  private static func alwaysResumes(
    _ body: Int, _ site: ContinuationSite, _ code: CodeContext
  ) -> Bool {
    let search = ContinuationGapSearch(
      code, body: body, handles: site.handles(in: body, code.flow),
      isInside: { code.flow.points[$0].body == body })
    return !search.canEnd(from: code.flow.bodies[body].entry)
  }
}
