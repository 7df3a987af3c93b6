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

  /// Whether a type runs closures of its callers on a queue that it keeps for itself: how long a
  /// `sync` waits is then up to others.
  static func runsForOthers(at index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    submitters(at: index, code).contains { id in
      code.project[id].fact.parameters.contains { $0.type.isFunction }
    }
  }

  /// Whether a queue that a type keeps for itself needs another thread before a `sync` can go on: it
  /// is concurrent and its writers are submitted as barriers.
  static func needsPoolThread(at index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    guard let property = code.property(of: code.flow.points[index].path),
      let value = property.fact.value
    else { return false }
    let tree = code.project.units[property.unit].tree
    return !tree.isSkeleton && tree.source(value).contains("concurrent")
      && !submitters(at: index, code).isEmpty
  }

  /// The functions of a type that submit work to a queue of its own.
  private static func submitters(
    at index: FlowGraph.PointID, _ code: CodeContext
  ) -> [FunctionID] {
    let path = code.flow.points[index].path
    guard path != .none, code.property(of: path) != nil, let name = code.memberName(of: path),
      let type = code.typeEntry
    else { return [] }
    return type.functions.values.joined().filter { id in
      code.project[id].fact.effects.calls.contains { call in
        call.receiver == .name(name) && ["async", "asyncAfter"].contains(call.name)
      }
    }
  }
}
