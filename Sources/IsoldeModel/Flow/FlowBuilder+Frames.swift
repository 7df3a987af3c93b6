import IsoldeTree

extension FlowBuilder {
  /// A piece of syntax that control can leave: what leaves it is collected until it ends.
  struct Frame {
    enum Kind {
      /// A body, or a closure that runs where it stands: `return` ends here.
      case function
      case loop, `switch`
      /// `do` with `catch`, or `try?`: an error ends here.
      case errors
      /// A block: its `defer`s run when it is left.
      case scope
    }

    let kind: Kind
    var label: UInt32 = 0
    /// The points that left by `break`.
    var breakers: [PointID] = []
    /// The points that left by `continue`.
    var continuers: [PointID] = []
    /// The points that left by `return`.
    var returners: [PointID] = []
    /// The points that left by an error.
    var throwers: [PointID] = []
    /// The `defer` blocks that were passed, in source order.
    var deferred: [NodeID] = []
    /// Where an error goes from here while `deferred` has that many blocks.
    var landing: (count: Int, point: PointID)?

    init(_ kind: Kind, label: UInt32 = 0) {
      self.kind = kind
      self.label = label
    }
  }

  // MARK: - Leaving frames

  /// Runs the `defer` blocks of all frames above one, the last first.
  private mutating func unwind(to target: Int) {
    let saved = frames
    for index in stride(from: saved.count - 1, through: target, by: -1) {
      for block in saved[index].deferred.reversed() {
        frames = Array(saved[..<index])
        // A `defer` cannot leave its own block, so a fresh scope is all it needs.
        frames.append(Frame(.scope))
        runDeferred(block)
        frames.removeLast()
      }
    }
    frames = saved
  }

  mutating func runDeferred(_ node: NodeID) {
    guard let block = tree.child(node, .block), !frontier.isEmpty else { return }
    // The block stands where control leaves, but what was true there, a `try`, does not hold in it.
    let outer = (flags, awaitedCall)
    (flags, awaitedCall) = (.isDeferred, nil)
    within(.deferBlock, node) { $0.lowerBlock(block) }
    (flags, awaitedCall) = outer
  }

  /// Moves the frontier to the frame that ends a `return`.
  mutating func leaveByReturn(_ node: NodeID, first: PointID) {
    guard let target = frames.lastIndex(where: { $0.kind == .function }) else { return }
    unwind(to: target)
    if target == 0 {
      if !frontier.isEmpty { emit(.exitNormally, node, first: first) }
    } else {
      frames[target].returners += frontier
    }
    frontier = []
  }

  /// Moves the frontier to the loop or switch that ends a `break`.
  mutating func leaveByBreak(label: UInt32) {
    let target = frames.lastIndex {
      label == 0 ? $0.kind == .loop || $0.kind == .switch : $0.label == label
    }
    if let target {
      unwind(to: target + 1)
      frames[target].breakers += frontier
    }
    frontier = []
  }

  /// Moves the frontier to the loop that ends a `continue`.
  mutating func leaveByContinue(label: UInt32) {
    let target = frames.lastIndex {
      $0.kind == .loop && (label == 0 || $0.label == label)
    }
    if let target {
      unwind(to: target + 1)
      frames[target].continuers += frontier
    }
    frontier = []
  }

  /// Adds the way that an error takes from a point; the frontier stays.
  mutating func branchOnError(from point: PointID) {
    guard let top = frames.indices.last else { return }
    if let landing = frames[top].landing, landing.count == frames[top].deferred.count {
      return connect(point, landing.point)
    }
    let target = frames.lastIndex { $0.kind == .errors || $0.kind == .function } ?? 0
    let saved = frontier
    frontier = [point]
    let landing = emit(.join, graph.points[point].node)
    frames[top].landing = (frames[top].deferred.count, landing)
    unwind(to: target)
    errorLeaves(target)
    frontier = saved
  }

  /// Hands the frontier to the frame that takes an error. A closure that runs where it stands
  /// passes it on.
  private mutating func errorLeaves(_ target: Int) {
    if frames[target].kind == .function, target > 0 {
      let outer = frames[..<target].lastIndex { $0.kind == .errors || $0.kind == .function } ?? 0
      let saved = frames
      frames = Array(saved[..<target])
      unwind(to: outer)
      frames = saved
      errorLeaves(outer)
    } else {
      frames[target].throwers += frontier
    }
  }

  /// Moves the frontier to where an error goes.
  mutating func leaveByError() {
    let points = frontier
    frontier = []
    for point in points { branchOnError(from: point) }
  }
}

/// The local names that can be seen at a place, innermost last.
struct NameScope {
  private var entries: [(name: UInt32, local: Int)] = []

  var mark: Int { entries.count }

  mutating func restore(_ mark: Int) { entries.removeSubrange(mark...) }

  mutating func add(_ name: UInt32, _ local: Int) { entries.append((name, local)) }

  func find(_ name: UInt32) -> Int? {
    entries.last { $0.name == name }?.local
  }
}
