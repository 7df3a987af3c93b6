import IsoldeModel
import IsoldeTree

/// A task that replaces a cancelled one in a property and, when it ends, empties the property.
struct SelfRemovingTask {
  /// The property that holds the task.
  let property: String
  /// Where the task before it is cancelled.
  let cancellation: FlowGraph.PointID
  /// The suspension in the task after which the property may hold a newer task.
  let suspension: FlowGraph.PointID
  /// Where the task empties the property.
  let removal: FlowGraph.PointID

  /// The tasks of this kind in a declaration that do not look whether they were cancelled.
  static func find(in code: CodeContext) -> [SelfRemovingTask] {
    let state = code.sharedState
    var found: [SelfRemovingTask] = []
    for (index, point) in code.flow.points.enumerated() where point.kind == .write {
      guard let value = code.tree.lastChild(point.node), code.tree[value].kind == .call,
        code.tree.isTaskCreation(value), let closure = code.tree.closures(value).last,
        let body = code.flow.body(of: closure), let name = code.memberName(of: point.path),
        let cancellation = cancellation(of: point.path, before: index, code),
        let hit = unchecked(in: body, name, point.path, code, state)
      else { continue }
      found.append(
        .init(
          property: name, cancellation: cancellation, suspension: hit.suspension,
          removal: hit.removal))
    }
    return found
  }

  /// `job?.cancel()` on the way to the store of the next task.
  private static func cancellation(
    of path: PathID, before store: FlowGraph.PointID, _ code: CodeContext
  ) -> FlowGraph.PointID? {
    let flow = code.flow
    return flow.points.indices.first { index in
      let event = flow.points[index]
      return index < store && event.kind == .call && code.tree.name(event.node) == "cancel"
        && event.path == path && event.body == flow.points[store].body
        && flow.canReach(store, from: index)
    }
  }

  private struct Way: Hashable {
    var suspension = -1
  }

  private static func unchecked(
    in body: Int, _ property: String, _ path: PathID, _ code: CodeContext, _ state: SharedState
  ) -> (removal: FlowGraph.PointID, suspension: FlowGraph.PointID)? {
    var hit: (removal: FlowGraph.PointID, suspension: FlowGraph.PointID)?
    code.flow.follow(from: code.flow.bodies[body].entry, Way()) { point, way in
      let event = code.flow.points[point]
      let own = state.accesses[point].filter { $0.property == property }
      if own.contains(where: { $0.kind == .write || $0.kind == .modify }) {
        if way.suspension >= 0, event.path == path, TaskRemoval.isRemoval(point, code) {
          if hit == nil { hit = (point, way.suspension) }
        }
        return false
      }
      if own.contains(where: { $0.kind == .check }) { return false }
      if EarlierValue.isCompared(at: point, code, state) { return false }
      if TaskRemoval.checksCancellation(event, code.tree) { way.suspension = -1 }
      if state.suspensions.contains(point), !TaskRemoval.isThrowingSleep(event, code.tree),
        !staysOnMainActor(point, code)
      {
        if way.suspension < 0 { way.suspension = point }
      }
      return true
    }
    return hit
  }

  /// `await MainActor.run { … }` on the main actor: it runs at once, and nobody comes in between.
  private static func staysOnMainActor(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let call = tree.unwrapped(code.flow.points[point].node)
    return tree[call].kind == .call && tree.name(call) == "run"
      && tree.receiverName(call) == "MainActor" && code.isOnMainActor(at: point)
  }
}

/// Questions about the removal of a stored task.
enum TaskRemoval {
  /// `jobs[key] = nil` or `jobs.removeValue(forKey: key)`.
  static func isRemoval(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let node = code.flow.points[point].node
    if tree[node].kind == .call { return tree.name(node) == "removeValue" }
    guard tree[node].kind == .assign, let value = tree.lastChild(node) else { return false }
    return tree[value].kind == .literal && tree[value].detail == .nil
  }

  /// `Task.isCancelled` in a condition, or `try Task.checkCancellation()`.
  static func checksCancellation(_ event: FlowGraph.Point, _ tree: Tree) -> Bool {
    switch event.kind {
    case .assumeTrue, .assumeFalse:
      if [.switchCase, .catchClause].contains(tree[event.node].kind) { return false }
      return CancellationMarks.isMark(event.node, tree)
        || CancellationMarks.stand(in: event.node, tree)
    case .call: return tree.name(event.node) == "checkCancellation"
    default: return false
    }
  }

  /// `try await Task.sleep(…)`: behind it the task was not cancelled.
  static func isThrowingSleep(_ event: FlowGraph.Point, _ tree: Tree) -> Bool {
    guard event.flags.contains(.canThrow), !event.flags.contains(.isOptionalTry) else {
      return false
    }
    let operand = tree.unwrapped(event.node)
    return tree[operand].kind == .call && TimedWaits.isSleep(operand, tree)
  }
}

/// A generation or identity check: a property is compared with a local from before.
enum EarlierValue {
  /// Whether state is compared with a local in a condition at a point.
  static func isCompared(
    at point: FlowGraph.PointID, _ code: CodeContext, _ state: SharedState
  ) -> Bool {
    guard state.accesses[point].contains(where: { $0.kind == .check }),
      let condition = code.tree.ancestor(code.flow.points[point].node, .binary)
    else { return false }
    return code.tree.anyDescendant(of: condition) { node in
      code.tree[node].kind == .identifier
        && code.local(named: code.tree[node].name, at: node) != nil
    }
  }
}
