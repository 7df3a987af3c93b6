import IsoldeModel
import IsoldeTree

/// A place behind which a body can no longer resume the continuation that it was to resume.
struct ContinuationGap: Sendable {
  /// What decided.
  enum Cause: Sendable {
    /// The outcome of a condition, a case or a loop.
    case decision
    /// A call that threw.
    case error
  }

  /// The body.
  let body: Int
  /// The decision or the call that threw.
  let point: FlowGraph.PointID
  /// What decided.
  let cause: Cause
  /// The `return` by which the body is left, if it is written.
  let leaving: NodeID?
}

/// Finds the points of no return: before them the continuation can still be resumed, behind them
/// nothing on any way to the end does it.
struct ContinuationGapSearch {
  typealias PointID = FlowGraph.PointID

  private let flow: FlowGraph
  private let tree: Tree
  private let body: Int
  private let handles: Set<PointID>
  private let isInside: (PointID) -> Bool

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - code: The declaration.
  ///   - body: The body.
  ///   - handles: The points of the body that take care of the continuation.
  ///   - isInside: Whether a point belongs to the part of the body that is searched.
  init(
    _ code: CodeContext, body: Int, handles: Set<PointID>, isInside: @escaping (PointID) -> Bool
  ) {
    flow = code.flow
    tree = code.tree
    self.body = body
    self.handles = handles
    self.isInside = isInside
  }

  /// Whether some way from a point comes to a handle.
  func canHandle(from start: PointID) -> Bool {
    let coming = flow.reaching(handles)
    return coming.contains(start)
  }

  /// Whether some way from a point ends without a handle.
  func canEnd(from start: PointID) -> Bool {
    let ways = flow.reachable(from: [start], blockedBy: { handles.contains($0) || !isInside($0) })
    return flow.points.indices.contains { ways.contains($0) && isEnd($0) && !handles.contains($0) }
  }

  /// Whether a point can be the first handle on a way from a start.
  func canCome(to point: PointID, from start: PointID) -> Bool {
    flow.reachable(from: [start], blockedBy: { handles.contains($0) || !isInside($0) })
      .contains(point)
  }

  /// The points of no return after a start.
  func gaps(from start: PointID) -> [ContinuationGap] {
    let coming = flow.reaching(handles)
    let ways = flow.reachable(from: [start], blockedBy: { handles.contains($0) || !isInside($0) })
    var found: [ContinuationGap] = []
    for point in flow.points.indices
    where (point == start || ways.contains(point)) && !handles.contains(point)
      && isInside(point) && coming.contains(point)
    {
      for next in flow.successors(point)
      where isInside(next) && !handles.contains(next) && !coming.contains(next) {
        guard let cause = cause(of: next, after: point), canEnd(from: next) || isEnd(next) else {
          continue
        }
        found.append(
          ContinuationGap(
            body: body, point: cause == .error ? point : next, cause: cause,
            leaving: writtenReturn(from: next)))
      }
    }
    return found
  }

  private func isEnd(_ point: PointID) -> Bool {
    switch flow.points[point].kind {
    case .exitNormally, .exitByError: true
    case .exitNever: false
    default: !isInside(point)
    }
  }

  /// What made control go to a point; `nil` if it was no decision, such as an `#if`.
  private func cause(of next: PointID, after point: PointID) -> ContinuationGap.Cause? {
    let event = flow.points[next]
    switch event.kind {
    case .assumeTrue, .assumeFalse: return .decision
    case .join where event.node == flow.points[point].node: return .error
    default: return nil
    }
  }

  /// The `return` to which every way from a point leads.
  private func writtenReturn(from start: PointID) -> NodeID? {
    let ways = flow.reachable(from: [start], blockedBy: { !isInside($0) })
    for point in flow.points.indices where ways.contains(point) && isInside(point) {
      let node = flow.points[point].node
      if tree[node].kind == .returnStmt { return node }
    }
    return nil
  }
}
