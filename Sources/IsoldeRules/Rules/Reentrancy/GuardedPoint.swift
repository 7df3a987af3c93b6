import IsoldeModel
import IsoldeTree

/// Whether a condition decides if a point is reached.
enum GuardedPoint {
  /// Whether a point is reached on some outcomes of a check only.
  ///
  /// - Parameters:
  ///   - point: The point in question.
  ///   - check: A read in a condition.
  ///   - code: The declaration of both.
  /// - Returns: `true` if an outcome of the check leads past the point.
  static func isGuarded(
    _ point: FlowGraph.PointID, by check: FlowGraph.PointID, in code: CodeContext
  ) -> Bool {
    let tree = code.tree
    let flow = code.flow
    guard
      let statement = tree.ancestor(
        flow.points[check].node, .ifStmt, .guardStmt, .whileStmt, .switchStmt, .ternary,
        .repeatStmt)
    else { return false }
    if tree[statement].kind == .guardStmt || tree[statement].kind == .whileStmt { return true }
    let isInside = flow.regions(around: point).contains { region in
      region.node == statement
        || tree.contains(statement, region.node) && region.kind == .switchCase
    }
    if isInside { return true }
    return leavesOnSomeBranch(statement, before: point, flow, tree)
  }

  /// Whether one branch of a statement never comes to a point behind it.
  private static func leavesOnSomeBranch(
    _ statement: NodeID, before point: FlowGraph.PointID, _ flow: FlowGraph, _ tree: Tree
  ) -> Bool {
    let coming = flow.reaching([point])
    var branches: [Int] = []
    for index in flow.regions.indices {
      let region = flow.regions[index]
      let isBranch =
        region.node == statement
        || region.kind == .switchCase && tree.parent(region.node) == statement
      if isBranch { branches.append(index) }
    }
    return branches.contains { branch in
      let own = flow.points.indices.filter { index in
        isInside(flow.points[index].region, branch, flow)
      }
      return !own.isEmpty && !own.contains(where: coming.contains)
    }
  }

  private static func isInside(_ region: Int, _ branch: Int, _ flow: FlowGraph) -> Bool {
    var current = region
    while current >= 0 {
      if current == branch { return true }
      current = flow.regions[current].parent
    }
    return false
  }
}
