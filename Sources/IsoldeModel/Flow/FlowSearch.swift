import IsoldeTree

extension FlowGraph {
  /// A set of points of one graph.
  public struct PointSet: Sendable {
    private var words: [UInt64]

    init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    /// Whether the set has a point.
    public func contains(_ point: PointID) -> Bool {
      words[point / 64] & (1 << UInt64(point % 64)) != 0
    }

    /// Adds a point and returns whether it is new.
    @discardableResult
    mutating func insert(_ point: PointID) -> Bool {
      let bit: UInt64 = 1 << UInt64(point % 64)
      let isNew = words[point / 64] & bit == 0
      words[point / 64] |= bit
      return isNew
    }
  }

  // MARK: - Reachability

  /// The points that can come after some points, which themselves count only if they come again.
  ///
  /// - Parameters:
  ///   - starts: Where to start.
  ///   - blocks: Whether the way ends at a point; the point itself still counts as reached.
  /// - Returns: The points reached.
  /// - Complexity: O(*n*) in the number of points and edges.
  public func reachable(
    from starts: some Sequence<PointID>, blockedBy blocks: (PointID) -> Bool = { _ in false }
  ) -> PointSet {
    search(starts, successorStart, successorList, blocks)
  }

  /// The points that can come before some points, which themselves count only if they come again.
  public func reaching(
    _ ends: some Sequence<PointID>, blockedBy blocks: (PointID) -> Bool = { _ in false }
  ) -> PointSet {
    search(ends, predecessorStart, predecessorList, blocks)
  }

  private func search(
    _ starts: some Sequence<PointID>, _ firsts: [Int32], _ list: [Int32],
    _ blocks: (PointID) -> Bool
  ) -> PointSet {
    var seen = PointSet(count: points.count)
    var work = Array(starts)
    while let point = work.popLast() {
      for index in firsts[point]..<firsts[point + 1] {
        let next = Int(list[Int(index)])
        if seen.insert(next), !blocks(next) { work.append(next) }
      }
    }
    return seen
  }

  /// Whether control can go from one point to another.
  public func canReach(
    _ target: PointID, from start: PointID, blockedBy blocks: (PointID) -> Bool = { _ in false }
  ) -> Bool {
    reachable(from: [start], blockedBy: blocks).contains(target)
  }

  // MARK: - States along ways

  /// Follows every way from a point with a state that the points change.
  ///
  /// Each point is visited once for every state in which it can be reached, so the states must be
  /// few. This is how a rule asks whether a bad order of events can happen.
  ///
  /// - Parameters:
  ///   - start: Where to start; the point itself is visited.
  ///   - initial: The state there.
  ///   - step: Changes the state for a point and says whether to go on behind it.
  /// - Complexity: O(*n* · *s*) for *n* points and *s* states.
  public func follow<State: Hashable>(
    from start: PointID, _ initial: State, _ step: (PointID, inout State) -> Bool
  ) {
    var seen: Set<FlowVisit<State>> = [FlowVisit(point: start, state: initial)]
    var work = [FlowVisit(point: start, state: initial)]
    // A graph that multiplies states beyond reason is abandoned: no finding is better than a hang.
    var budget = points.count * 64 + 4096
    while let visit = work.popLast(), budget > 0 {
      budget -= 1
      var state = visit.state
      guard step(visit.point, &state) else { continue }
      for next in successors(visit.point) {
        let following = FlowVisit(point: next, state: state)
        if seen.insert(following).inserted { work.append(following) }
      }
    }
  }

  // MARK: - Regions

  /// The regions around a point, the innermost first.
  public func regions(around point: PointID) -> some Sequence<Region> {
    sequence(state: points[point].region) { [regions] index -> Region? in
      guard index >= 0 else { return nil }
      let region = regions[index]
      index = region.parent
      return region
    }
  }

  /// Whether a point lies in a region of a kind.
  public func isInside(_ kind: Region.Kind, _ point: PointID) -> Bool {
    regions(around: point).contains { $0.kind == kind }
  }

  /// The innermost loop around a point, a closure that runs for each element included.
  public func loop(around point: PointID) -> Region? {
    regions(around: point).first { $0.kind == .loop || $0.kind == .elementClosure }
  }

  /// Where the code at a point runs.
  public func isolation(at point: PointID) -> Isolation {
    for region in regions(around: point) {
      if let isolation = region.isolation { return isolation }
    }
    return bodies[points[point].body].isolation
  }

  // MARK: - Finding points

  /// The point of a kind that a node causes.
  public func point(_ kind: Kind, at node: NodeID) -> PointID? {
    points.firstIndex { $0.kind == kind && $0.node == node }
  }

  /// The body that a closure or local function starts.
  public func body(of node: NodeID) -> Int? {
    bodies.firstIndex { $0.node == node }
  }
}

/// A point together with the state in which it is reached.
private struct FlowVisit<State: Hashable>: Hashable {
  let point: FlowGraph.PointID
  let state: State
}
