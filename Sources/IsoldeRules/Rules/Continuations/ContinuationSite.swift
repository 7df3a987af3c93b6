import IsoldeModel
import IsoldeTree

/// One call of `withCheckedContinuation` or a sibling, and what its closure does with the
/// continuation.
struct ContinuationSite: Sendable {
  typealias PointID = FlowGraph.PointID

  /// The call.
  let call: NodeID
  /// The closure that gets the continuation.
  let closure: NodeID
  /// The continuation's name in the closure.
  let name: String
  /// The point at which the continuation gets its name.
  let start: PointID
  /// The region of the closure.
  let region: Int
  /// The body that the closure runs in.
  let body: Int
  /// What happens to the continuation.
  let uses: LocalUses
}

extension ContinuationSite {
  /// The functions that make a continuation.
  static let makers = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation",
  ]

  /// The continuations that a declaration makes, in source order.
  static func all(in code: CodeContext) -> [ContinuationSite] {
    code.analysis { Sites(all: find(in: $0)) }.all
  }

  private struct Sites: Sendable { let all: [ContinuationSite] }

  private static func find(in code: CodeContext) -> [ContinuationSite] {
    guard makers.contains(where: { code.tree.nameID($0) != nil }) else { return [] }
    return code.flow.points.indices.compactMap { ContinuationSite(declaredAt: $0, code) }
  }

  private init?(declaredAt start: PointID, _ code: CodeContext) {
    let flow = code.flow
    let tree = code.tree
    let point = flow.points[start]
    guard point.kind == .declare, flow.locals[point.index].kind == .closureParameter,
      flow.regions[point.region].kind == .inlineClosure
    else { return nil }
    let call = flow.regions[point.region].node
    guard Self.makers.contains(tree.name(call)), let closure = tree.closures(call).last,
      tree.contains(closure, point.node)
    else { return nil }
    self.call = call
    self.closure = closure
    name = tree.names[Int(flow.locals[point.index].name)]
    self.start = start
    region = point.region
    body = point.body
    uses = LocalUses(of: point.index, in: closure, code)
  }

  /// Whether some mention of the continuation is not understood, so that nothing can be said.
  var isOpaque: Bool { uses.isOpaque }

  /// The bodies that use it, directly or in a closure inside; the one around the call is not in it.
  var closures: Set<Int> { uses.bodies }

  /// The points at which the continuation is resumed by its own name.
  var resumes: [PointID] { uses.calls(of: "resume") }

  /// The points at which it is put into storage.
  var stores: [(point: PointID, path: PathID)] { uses.stores }

  /// Whether nothing is done with the continuation but resuming it.
  var isOnlyResumed: Bool { uses.found.values.allSatisfy { $0 == .call("resume") } }

  /// The points of a body that resume the continuation or leave that to other code.
  func handles(in body: Int, _ flow: FlowGraph) -> Set<PointID> {
    Set(
      flow.points(of: body).filter {
        uses.found[$0] != nil || closure(createdAt: $0, flow) != nil
      })
  }

  /// Whether a point lies in the closure that gets the continuation, or in one inlined there.
  func contains(_ point: PointID, _ flow: FlowGraph) -> Bool {
    var current = flow.points[point].region
    while current >= 0 {
      if current == region { return true }
      current = flow.regions[current].parent
    }
    return false
  }

  /// The closure inside `body` that uses the continuation and is created at a point.
  func closure(createdAt point: PointID, _ flow: FlowGraph) -> Int? {
    let event = flow.points[point]
    guard event.kind == .closure, closures.contains(event.index) else { return nil }
    return event.index
  }
}
