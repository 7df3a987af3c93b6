import IsoldeModel
import IsoldeTree

/// Finds an index into shared state that is used after a suspension.
struct StaleIndexAfterAwait: Rule {
  static let info = RuleInfo(
    id: "stale-index-after-await", group: .reentrancy,
    summary: "an index into shared state is computed before an await and used after it",
    reason: "the collection may have changed: the index names another element or traps",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let state = code.sharedState
    guard !state.isEmpty else { return }
    for (point, event) in code.flow.points.enumerated() where event.kind == .declare {
      guard code.flow.isolation(at: point).isIsolated,
        let property = indexedProperty(of: point, code, state)
      else { continue }
      follow(point, property, code, state, &report)
    }
  }

  /// The property into which a local is an index.
  private func indexedProperty(
    of declaration: FlowGraph.PointID, _ code: CodeContext, _ state: SharedState
  ) -> String? {
    let event = code.flow.points[declaration]
    let local = code.flow.locals[event.index]
    let tree = code.tree
    guard let value = local.value, isIndex(value, of: local, tree) else { return nil }
    for index in event.first..<declaration where code.flow.points[index].body == event.body {
      if let access = state.accesses[index].first(where: { $0.path != .none }) {
        return access.property
      }
    }
    return nil
  }

  private func isIndex(_ value: NodeID, of local: FlowGraph.Local, _ tree: Tree) -> Bool {
    let inner = tree.unwrapped(value)
    switch tree[inner].kind {
    case .call:
      return ["firstIndex", "lastIndex", "index"].contains(tree.name(inner))
    case .member:
      let name = tree.name(inner)
      return local.kind == .loopElement ? name == "indices" : name == "endIndex"
    case .binary:
      guard let right = tree.lastChild(inner), let left = tree.firstChild(inner) else {
        return false
      }
      if local.kind == .loopElement {
        return tree.name(inner) == "..<" && tree[right].kind == .member
          && tree.name(right) == "count"
      }
      return tree.name(inner) == "-" && tree[left].kind == .member && tree.name(left) == "count"
    default:
      return false
    }
  }

  private struct Way: Hashable {
    var suspension = -1
  }

  private func follow(
    _ declaration: FlowGraph.PointID, _ property: String, _ code: CodeContext,
    _ state: SharedState, _ report: inout Reporter
  ) {
    let local = code.flow.points[declaration].index
    var hits: [FlowGraph.PointID: FlowGraph.PointID] = [:]
    code.flow.follow(from: declaration, Way()) { point, way in
      if point != declaration, givesValue(to: local, at: point, code) { return false }
      if way.suspension >= 0 {
        if uses(local, of: property, at: point, code, state) {
          hits[point] = way.suspension
          return false
        }
        // Looking at the collection again before using the index is the re-check.
        if state.accesses[point].contains(where: { $0.property == property && $0.kind == .check }) {
          return false
        }
      }
      if state.suspensions.contains(point) { way.suspension = point }
      return true
    }
    guard let (use, suspension) = hits.min(by: { $0.key < $1.key }) else { return }
    let name = code.tree.names[Int(code.flow.locals[local].name)]
    report.report(
      code.flow.points[use].node,
      "'\(name)' was an index into '\(property)' before the await on line "
        + "\(code.tree.line(code.flow.points[suspension].node)); '\(property)' may have changed",
      notes: [
        (code.flow.points[declaration].node, "the index is computed here"),
        (code.flow.points[suspension].node, "other calls can change '\(property)' here"),
      ], confidence: .resolved)
  }

  /// Whether the local is computed anew at a point.
  private func givesValue(
    to local: Int, at point: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let event = code.flow.points[point]
    switch event.kind {
    case .declare: return event.index == local
    case .write:
      return code.flow.paths.step(event.path) == .local
        && Int(code.flow.paths.name(event.path)) == local
    default: return false
    }
  }

  /// Whether a point uses the index: in a subscript of the property, or as `at:`.
  private func uses(
    _ local: Int, of property: String, at point: FlowGraph.PointID, _ code: CodeContext,
    _ state: SharedState
  ) -> Bool {
    guard state.accesses[point].contains(where: { $0.property == property }) else { return false }
    let event = code.flow.points[point]
    let name = code.flow.locals[local].name
    let paths = code.flow.paths
    for step in paths.steps(event.path) where paths.step(step) == .element {
      if let key = paths.key(step), mentions(name, key, code.tree) { return true }
    }
    guard code.tree[event.node].kind == .call else { return false }
    return code.tree.arguments(event.node).contains { argument in
      code.tree.label(argument) == "at" && mentions(name, argument, code.tree)
    }
  }

  private func mentions(_ name: UInt32, _ node: NodeID, _ tree: Tree) -> Bool {
    tree[node].kind == .identifier && tree[node].name == name
      || tree.anyDescendant(of: node) { tree[$0].kind == .identifier && tree[$0].name == name }
  }
}
