import IsoldeModel
import IsoldeTree

/// A call that resumes a waiting task or finishes a stream before it returns.
struct WakingCall {
  /// Whether a continuation is resumed; otherwise a stream is finished.
  var isResume: Bool
  /// Where that happens, if a method of the same instance does it.
  var place: (unit: Int, range: Range<Int>)?

  /// What a point wakes, itself or in the method that it calls.
  static func find(at index: FlowGraph.PointID, _ code: CodeContext) -> WakingCall? {
    let node = code.flow.points[index].node
    if let isResume = resumes(node, code) {
      return isFresh(node, at: index, code) ? nil : WakingCall(isResume: isResume)
    }
    guard code.tree[node].kind == .call, code.tree.isOnSelf(node),
      let callee = code.callee(of: node),
      let other = code.project.code(of: callee)
    else { return nil }
    for point in other.flow.points(of: 0) where other.flow.points[point].kind == .call {
      let call = other.flow.points[point].node
      guard let isResume = resumes(call, other), !isFresh(call, at: point, other) else { continue }
      return WakingCall(isResume: isResume, place: (other.unit, other.tree[call].range))
    }
    return nil
  }

  /// The call of `with…Continuation` in whose closure a point lies.
  static func continuationRegion(
    around index: FlowGraph.PointID, _ code: CodeContext
  ) -> NodeID? {
    code.flow.regions(around: index).first {
      $0.kind == .inlineClosure && code.tree.name($0.node).hasSuffix("Continuation")
    }?.node
  }

  /// `true` for a resumed continuation, `false` for a finished stream.
  private static func resumes(_ call: NodeID, _ code: CodeContext) -> Bool? {
    let tree = code.tree
    guard tree[call].kind == .call, let receiver = tree.receiver(call) else { return nil }
    switch tree.name(call) {
    case "resume":
      if let type = code.type(of: receiver) { return type.unwrapped.isContinuation ? true : nil }
      let labels = ["returning", "throwing", "with"]
      return tree.arguments(call).contains { labels.contains(tree.label($0)) } ? true : nil
    case "finish":
      return code.type(of: receiver)?.unwrapped.isStreamContinuation == true ? false : nil
    default:
      return nil
    }
  }

  /// Whether a call resumes the continuation that the code around it was just given: its task has
  /// not suspended yet, so nothing waits for it.
  private static func isFresh(
    _ call: NodeID, at index: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let tree = code.tree
    guard let owner = continuationRegion(around: index, code), let receiver = tree.receiver(call)
    else { return false }
    let root = tree.unwrapped(receiver)
    guard tree[root].kind == .identifier, let local = code.local(named: tree[root].name, at: root),
      local.kind == .closureParameter
    else { return false }
    let closure = tree[local.node].kind == .closure ? local.node : tree.parent(local.node)
    return closure.flatMap { tree.call(takingClosure: $0) } == owner
  }
}
