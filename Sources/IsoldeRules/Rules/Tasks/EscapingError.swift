import IsoldeModel
import IsoldeTree

/// Errors that leave the body of a task.
enum EscapingError {
  /// The first place in a body from which an error leaves it, those of cancellation not counted.
  static func first(
    in closure: NodeID, _ code: CodeContext, where counts: (NodeID) -> Bool = { _ in true }
  ) -> NodeID? {
    guard let body = code.flow.body(of: closure) else { return nil }
    return first(inBody: body, code, where: counts)
  }

  /// The first such place in the body of a number.
  static func first(
    inBody body: Int, _ code: CodeContext, where counts: (NodeID) -> Bool = { _ in true }
  ) -> NodeID? {
    let flow = code.flow
    let exits = flow.points(of: body).filter { flow.points[$0].kind == .exitByError }
    guard !exits.isEmpty else { return nil }
    let leaving = flow.reaching(exits) { flow.points[$0].kind != .join }
    return flow.points(of: body).first { index in
      leaving.contains(index) && isThrower(index, code) && counts(flow.points[index].node)
    }.map { flow.points[$0].node }
  }

  private static func isThrower(_ index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let point = code.flow.points[index]
    let tree = code.tree
    if code.flow.isInside(.catchClause, index) || isCaughtSomehow(point.node, code) { return false }
    switch point.kind {
    case .suspend where tree[point.node].kind == .forStmt:
      return tree[point.node].flags.contains(.isTry)
    case .suspend:
      return !isPartOfCancellation(point.node, tree)
    case .call:
      return point.flags.contains(.canThrow) && !isPartOfCancellation(point.node, tree)
    case .join:
      return tree[point.node].kind == .throwStmt
    default:
      return false
    }
  }

  /// Whether an expression is `try await Task.sleep(…)`, or a part of it.
  private static func isPartOfCancellation(_ node: NodeID, _ tree: Tree) -> Bool {
    for outer in [node] + Array(tree.ancestors(node).prefix(12)) {
      switch tree[outer].kind {
      case .tryExpr where tree[outer].detail == .plain:
        return tree.firstChild(outer).map { isCancellation($0, tree) } ?? false
      case .closure, .block: return false
      default: continue
      }
    }
    return false
  }

  /// Whether only a cancellation can come out of an expression.
  static func isCancellation(_ expression: NodeID, _ tree: Tree) -> Bool {
    let call = tree.unwrapped(expression)
    guard tree[call].kind == .call else { return false }
    return ["sleep", "checkCancellation"].contains(tree.name(call))
  }

  /// A `do` with catch clauses can be exhaustive in a way that only types tell.
  private static func isCaughtSomehow(_ node: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    for ancestor in tree.ancestors(node) {
      switch tree[ancestor].kind {
      case .closure, .funcDecl: return false
      case .doStmt where tree.child(ancestor, .catchClause) != nil: return true
      default: continue
      }
    }
    return false
  }

  /// Whether nothing in a closure needs its surroundings to take an error.
  static func isAbsent(in closure: NodeID, _ tree: Tree) -> Bool {
    !tree.anyDescendant(of: closure, skippingClosures: true) { node in
      switch tree[node].kind {
      case .throwStmt, .returnStmt: true
      case .tryExpr: tree[node].detail == .plain
      case .forStmt: tree[node].flags.contains(.isTry)
      default: false
      }
    }
  }
}
