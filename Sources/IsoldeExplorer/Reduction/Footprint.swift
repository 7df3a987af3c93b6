internal import CExplorerRuntime

/// Something that two steps can both touch, so that their order counts.
struct Access: Hashable {
  /// What is touched.
  let resource: UInt32
  /// Whether others can notice.
  let isWrite: Bool
  /// Steps behind this one do not count, and later ones are not touched by it.
  var lastRival: UInt32?

  /// The queue of an executor: who comes to it first runs first.
  static func queue(_ executor: UInt32, isWrite: Bool = true) -> Access {
    Access(resource: 1 << 28 | executor, isWrite: isWrite)
  }

  /// The order in which the children of a task's groups end.
  static func completions(of parent: UInt32) -> Access {
    Access(resource: 2 << 28 | parent, isWrite: true)
  }

  /// Whether a task is cancelled: every step of it can look.
  static func cancellation(of task: UInt32, isWrite: Bool) -> Access {
    Access(resource: 3 << 28 | task, isWrite: isWrite)
  }
}

extension RunRecord {
  /// Adds what a step touched to a list.
  ///
  /// Locks, atomics and captured state are invisible here.
  ///
  /// - Parameters:
  ///   - step: The index of the step.
  ///   - allOrders: Whether a place in a queue means nothing.
  ///   - accesses: Where to add.
  func appendFootprint(of step: Int, allOrders: Bool, to accesses: inout [Access]) {
    let entry = steps[step]
    if entry.executor != 0, allOrders || !entry.is_enqueued {
      accesses.append(.queue(entry.executor, isWrite: !entry.is_reading))
    } else if entry.is_placed_late {
      // It could have come before the step that gave it its place; that step counts for later ones.
      var access = Access.queue(entry.executor)
      access.lastRival = entry.placer
      accesses.append(access)
    }
    let first = Int(entry.first_effect)
    let last = step + 1 < steps.count ? Int(steps[step + 1].first_effect) : effects.count
    for index in first..<last {
      let effect = effects[index]
      switch effect.kind {
      case UInt32(explorer_effect_enqueue.rawValue):
        if !allOrders { accesses.append(.queue(effect.object)) }
      case UInt32(explorer_effect_end.rawValue):
        if effect.value != 0 { accesses.append(.completions(of: tasks[Int(effect.object)].parent)) }
      case UInt32(explorer_effect_cancel.rawValue):
        accesses.append(.cancellation(of: effect.object, isWrite: true))
      default: break
      }
    }
    if entry.task != .max { accesses.append(.cancellation(of: entry.task, isWrite: false)) }
  }
}

extension Sequence<Access> {
  /// Whether the order of two steps counts.
  func conflicts(with other: some Sequence<Access>) -> Bool {
    for mine in self {
      for theirs in other
      where mine.resource == theirs.resource && (mine.isWrite || theirs.isWrite) {
        return true
      }
    }
    return false
  }
}
