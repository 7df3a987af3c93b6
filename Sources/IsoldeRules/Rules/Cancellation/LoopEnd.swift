import IsoldeModel
import IsoldeTree

/// What can end a loop.
struct LoopEnd {
  private let code: CodeContext
  /// The index of the loop's region.
  private let region: Int
  private var flow: FlowGraph { code.flow }
  var tree: Tree { code.tree }

  /// The `while`, `repeat` or `for`.
  var node: NodeID { flow.regions[region].node }

  /// Prepares the innermost `while` or `repeat` around a point; `nil` if there is none in its body.
  init?(around point: FlowGraph.PointID, in code: CodeContext) {
    var current = code.flow.points[point].region
    while current >= 0 {
      let candidate = code.flow.regions[current]
      let kind = code.tree[candidate.node].kind
      if candidate.kind == .loop, kind == .whileStmt || kind == .repeatStmt {
        self.init(region: current, in: code)
        return
      }
      // A sequence that ends with the task ends what stands in its loop.
      if candidate.kind == .loop, code.tree[candidate.node].flags.contains(.isAwait) { return nil }
      current = candidate.parent
    }
    return nil
  }

  init(region: Int, in code: CodeContext) {
    self.code = code
    self.region = region
  }

  /// Whether a point lies in the loop.
  func contains(_ point: FlowGraph.PointID) -> Bool {
    var current = flow.points[point].region
    while current >= 0 {
      if current == region { return true }
      current = flow.regions[current].parent
    }
    return false
  }

  /// The points of the loop.
  var points: [FlowGraph.PointID] { flow.points.indices.filter(contains) }

  /// Whether the loop's condition is the literal `true`.
  var isUnconditional: Bool {
    guard let condition = condition else { return false }
    return tree[condition].kind == .literal && tree.name(condition) == "true"
  }

  /// The condition's expression; `nil` for a binding.
  var condition: NodeID? {
    if tree[node].kind == .repeatStmt { return tree.lastChild(node) }
    let conditions = tree.children(node).filter { tree[$0].kind == .condition }
    guard conditions.count == 1, tree[conditions[0]].detail == .expression else { return nil }
    return tree.firstChild(conditions[0])
  }

  /// Whether the source of the loop speaks of cancellation.
  var mentionsCancellation: Bool { CancellationMarks.stand(in: node, tree) }

  /// Whether an error that a suspension throws can end the loop: cancellation usually is one.
  var endsByError: Bool {
    points.contains { point in
      let event = flow.points[point]
      guard event.kind == .suspend, event.flags.contains(.canThrow),
        !event.flags.contains(.isOptionalTry)
      else { return false }
      guard let handler = catchingStatement(around: point) else { return true }
      return tree.children(handler).contains { clause in
        tree[clause].kind == .catchClause
          && tree.anyDescendant(of: clause, skippingClosures: true) {
            [.returnStmt, .breakStmt, .throwStmt].contains(tree[$0].kind)
          }
      }
    }
  }

  /// The `do` with `catch` inside the loop that takes the errors of a point.
  func catchingStatement(around point: FlowGraph.PointID) -> NodeID? {
    var current = flow.points[point].region
    while current >= 0, current != region {
      let candidate = flow.regions[current]
      if candidate.kind == .doBlock, tree.child(candidate.node, .catchClause) != nil {
        return candidate.node
      }
      current = candidate.parent
    }
    return nil
  }

  /// Whether a counter is moved on in each turn and some condition in the loop asks for it.
  var isCounted: Bool {
    for point in points where flow.points[point].kind == .modify {
      let node = flow.points[point].node
      guard tree[node].kind == .assign, let target = tree.firstChild(node) else { continue }
      let name = tree[tree.unwrapped(target)].name
      guard name != 0 else { continue }
      let isAsked = tree.anyDescendant(of: self.node) { id in
        guard tree[id].kind == .condition || tree[id].kind == .binary || id == condition else {
          return false
        }
        return tree.anyNode(from: id) { tree[$0].name == name }
      }
      if isAsked { return true }
    }
    return false
  }

  /// Whether the loop takes elements of a sequence, which end when the task is cancelled.
  var takesElements: Bool {
    tree.children(node).contains { child in
      tree[child].kind == .condition
        && tree.anyDescendant(of: child) {
          tree[$0].kind == .call && tree.name($0).hasPrefix("next")
        }
    }
  }

  /// Whether the loop can start another turn after a point.
  func goesOn(after point: FlowGraph.PointID) -> Bool {
    let inside = Set(points)
    let reached = flow.reachable(from: [point]) { !inside.contains($0) }
    return inside.contains {
      flow.points[$0].kind == .loopHead && flow.points[$0].node == node && reached.contains($0)
    }
  }

  /// Whether some way leads out of the loop, a call that never returns not counted.
  var hasExit: Bool {
    let inside = Set(points)
    return inside.contains { point in
      flow.points[point].kind == .exitNormally
        || flow.successors(point).contains { next in
          !inside.contains(next) && flow.points[next].kind != .exitNever
        }
    }
  }
}
