import IsoldeModel
import IsoldeTree

/// A property that gets the result of an `await` with nothing asked in between.
struct StoredResult {
  /// The property.
  let property: String
  /// The `await`.
  let suspension: NodeID
  /// The assignment.
  let write: NodeID

  /// The results that a body stores unasked.
  static func all(in body: Int, _ code: CodeContext) -> [StoredResult] {
    let flow = code.flow
    var found: [StoredResult] = []
    for index in flow.points(of: body) {
      let point = flow.points[index]
      guard point.kind == .write, let name = code.memberName(of: point.path),
        let property = code.property(named: name), !property.fact.isStatic,
        !flow.paths.steps(point.path).contains(where: { flow.paths.step($0) == .element }),
        isPlain(point.node, code.tree)
      else { continue }
      for source in code.valueSources.sources(of: index) {
        let suspension = flow.points[source.point]
        guard suspension.kind == .suspend, suspension.body == body,
          reaches(index, from: source.point, code)
        else { continue }
        found.append(StoredResult(property: name, suspension: suspension.node, write: point.node))
        break
      }
    }
    return found
  }

  /// Whether what is stored is the answer itself: a name, or the `await`.
  private static func isPlain(_ assignment: NodeID, _ tree: Tree) -> Bool {
    guard let value = tree.lastChild(assignment) else { return false }
    switch tree[value].kind {
    case .identifier, .awaitExpr, .tryExpr, .arrayExpr: return true
    case .binary: return tree.name(value) == "??"
    default: return false
    }
  }

  /// Whether some way from a suspension to a write asks nothing that could turn it away.
  private static func reaches(
    _ write: FlowGraph.PointID, from suspension: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let flow = code.flow
    var isReached = false
    flow.follow(from: suspension, 0) { point, _ in
      if point == write {
        isReached = true
        return false
      }
      let event = flow.points[point]
      switch event.kind {
      case .assumeTrue, .assumeFalse: return !asks(event.node, code)
      case .call: return code.tree.name(event.node) != "checkCancellation"
      default: return true
      }
    }
    return isReached
  }

  /// Whether a condition asks for cancellation, for the object's own state, or compares values.
  private static func asks(_ condition: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return ([condition] + Array(tree.descendants(condition))).contains { node in
      switch tree[node].kind {
      case .binary: return ["==", "!=", "===", "!=="].contains(tree.name(node))
      case .identifier, .member:
        if tree.name(node) == "isCancelled" { return true }
        return code.property(named: tree.name(node)).map { !$0.fact.isLet } ?? false
          && code.local(named: tree[node].name, at: node) == nil
      default: return false
      }
    }
  }
}
