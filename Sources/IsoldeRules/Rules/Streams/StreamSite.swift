import IsoldeModel
import IsoldeTree

/// One place that makes an `AsyncStream` with a continuation, and what is done with the continuation.
struct StreamSite: Sendable {
  typealias PointID = FlowGraph.PointID

  /// The call of the initializer or of `makeStream`.
  let call: NodeID
  /// The closure that gets the continuation; `nil` for `makeStream`.
  let closure: NodeID?
  /// The continuation's name.
  let name: String
  /// The point at which the continuation gets its name.
  let start: PointID
  /// The body in which it gets it.
  let body: Int
  /// What happens to the continuation.
  let uses: LocalUses
}

extension StreamSite {
  /// The names that stand in every file with such a place.
  static let triggers = ["AsyncStream", "AsyncThrowingStream"]

  /// The streams that a declaration makes, in source order.
  static func all(in code: CodeContext) -> [StreamSite] {
    code.analysis { Sites(all: find(in: $0)) }.all
  }

  private struct Sites: Sendable { let all: [StreamSite] }

  private static func find(in code: CodeContext) -> [StreamSite] {
    guard triggers.contains(where: { code.tree.nameID($0) != nil }) else { return [] }
    return code.flow.points.indices.compactMap { point in
      guard code.flow.points[point].kind == .declare else { return nil }
      return StreamSite(builderAt: point, code) ?? StreamSite(pairAt: point, code)
    }
  }

  /// `AsyncStream { continuation in … }`.
  private init?(builderAt start: PointID, _ code: CodeContext) {
    let flow = code.flow
    let tree = code.tree
    let local = flow.locals[flow.points[start].index]
    guard local.kind == .closureParameter,
      let closure = tree[local.node].kind == .closure ? local.node : tree.parent(local.node),
      tree[closure].kind == .closure, let argument = tree.parent(closure),
      let call = tree.call(takingClosure: closure), tree.label(argument) != "unfolding",
      tree.label(argument) != "onCancel", Self.makesStream(call, code)
    else { return nil }
    self.call = call
    self.closure = closure
    self.start = start
    name = tree.names[Int(local.name)]
    body = flow.points[start].body
    uses = LocalUses(of: flow.points[start].index, in: closure, code)
  }

  /// `let (stream, continuation) = AsyncStream.makeStream(of: Int.self)`.
  private init?(pairAt start: PointID, _ code: CodeContext) {
    let flow = code.flow
    let tree = code.tree
    let local = flow.locals[flow.points[start].index]
    guard local.kind == .constant, let pattern = tree.parent(local.node),
      tree[pattern].kind == .tuplePattern, tree.lastChild(pattern) == local.node,
      let binding = tree.parent(pattern), tree[binding].kind == .binding,
      let call = tree.lastChild(binding), tree[call].kind == .call, tree.name(call) == "makeStream",
      let scope = tree.function(around: binding)
    else { return nil }
    self.call = call
    closure = nil
    self.start = start
    name = tree.names[Int(local.name)]
    body = flow.points[start].body
    uses = LocalUses(of: flow.points[start].index, in: scope, code)
  }

  /// Whether a call makes a stream: `AsyncStream { }`, `AsyncStream.init { }`, and `self.init { }` in
  /// an extension of it.
  private static func makesStream(_ call: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let name = tree.name(call)
    if triggers.contains(name) { return true }
    guard name == "init", let receiver = tree.receiver(call) else { return false }
    if triggers.contains(tree.name(receiver)) { return true }
    return tree.name(receiver) == "self" && triggers.contains(code.typeEntry?.name ?? "")
  }

  /// Whether the continuation reaches code that is not seen here.
  var escapes: Bool {
    uses.isOpaque
      || uses.found.values.contains { use in
        switch use {
        case .call, .set: false
        case .stored, .handedOn: true
        }
      }
  }

  /// Whether something is done when the stream ends.
  var handlesTermination: Bool { uses.sets("onTermination") }

  /// The points at which the stream is finished, also by yielding an error.
  func finishes(_ code: CodeContext) -> [PointID] {
    let failures = uses.calls(of: "yield").filter { point in
      let result = code.tree.argument(code.flow.points[point].node, labelled: "with")
      return result.map { code.tree.name($0) != "success" } ?? false
    }
    return (uses.calls(of: "finish") + failures).sorted()
  }

  /// The points of a body that finish the stream or leave that to other code.
  func finishes(in body: Int, _ code: CodeContext) -> Set<PointID> {
    let flow = code.flow
    let finishes = Set(finishes(code))
    return Set(
      flow.points(of: body).filter { point in
        switch uses.found[point] {
        case .stored, .handedOn: return true
        case .call: return finishes.contains(point)
        case .set: return false
        case nil:
          return closure(createdAt: point, flow).map { finishesSomewhere($0, flow) } ?? false
        }
      })
  }

  /// Whether some point of a body or of a closure in it finishes the stream.
  func finishesSomewhere(_ body: Int, _ flow: FlowGraph) -> Bool {
    uses.found.contains { point, use in
      guard use == .call("finish") || use == .handedOn else { return false }
      var current = flow.points[point].body
      while current >= 0 {
        if current == body { return true }
        current = flow.bodies[current].parent
      }
      return false
    }
  }

  /// The closure that uses the continuation and is created at a point.
  private func closure(createdAt point: PointID, _ flow: FlowGraph) -> Int? {
    let event = flow.points[point]
    guard event.kind == .closure, uses.bodies.contains(event.index) else { return nil }
    return event.index
  }
}
