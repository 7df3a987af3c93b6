import IsoldeModel
import IsoldeTree

/// What runs on a dispatch queue apart from the code that waits for it.
enum QueueWork {
  /// Whether a queue belongs to others: it is handed in, global, or a member of another type. A queue
  /// that a type keeps for itself is usually its lock.
  static func isOfOthers(at index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let path = code.flow.points[index].path
    // A queue that is made for this very call has nothing to do.
    guard path != .none, let first = code.flow.originSteps(of: path).first else { return false }
    switch code.flow.paths.step(first) {
    case .local: return code.flow.local(of: path)?.kind == .parameter
    case .member: return code.property(of: path) == nil
    default: return false
    }
  }

  /// Whether work is submitted to a queue that a type keeps for itself, so that a `sync` waits for
  /// more than other short `sync`s.
  static func isSubmitted(at index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let path = code.flow.points[index].path
    guard path != .none, code.property(of: path) != nil, let name = code.memberName(of: path),
      let type = code.typeEntry
    else { return false }
    return type.functions.values.joined().contains { id in
      code.project[id].fact.effects.calls.contains { call in
        call.receiver == .name(name) && ["async", "asyncAfter"].contains(call.name)
      }
    }
  }
}
