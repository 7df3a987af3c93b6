import IsoldeModel
import IsoldeTree

/// The places at which a declaration takes work for itself, so that other calls see it: it writes
/// what it checks, or sets a flag that other functions look at.
struct Claims {
  /// The points that claim.
  let points: Set<FlowGraph.PointID>

  /// Finds the claims of a declaration.
  init(_ code: CodeContext, _ state: SharedState) {
    var checked: Set<String> = []
    for access in state.accesses.joined() where access.kind == .check {
      checked.insert(access.property)
    }
    points = Set(
      state.accesses.indices.filter { point in
        state.accesses[point].contains {
          ($0.kind == .write || $0.kind == .modify) && checked.contains($0.property)
            || Self.setsFlag($0, at: point, code)
        }
      })
  }

  /// Whether every way to a point passes a claim.
  func cover(_ point: FlowGraph.PointID, _ flow: FlowGraph) -> Bool {
    let entry = flow.bodies[flow.points[point].body].entry
    return !points.isEmpty
      && !flow.canReach(point, from: entry, blockedBy: { points.contains($0) })
  }

  /// `isSaving = true`, where others can read it or other functions of the type do.
  private static func setsFlag(
    _ access: SharedState.Access, at point: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let tree = code.tree
    let node = code.flow.points[point].node
    guard access.kind == .write, access.via == nil, tree[node].kind == .assign,
      let value = tree.lastChild(node), tree[value].kind == .literal, tree.name(value) == "true",
      let type = code.typeEntry
    else { return false }
    // What is not private is there to be looked at, as by a view that disables its button.
    if let property = code.property(named: access.property), !property.fact.isPrivate {
      return true
    }
    return type.functions.values.joined().contains { id in
      id != code.function && code.project[id].fact.effects.reads(access.property) != nil
    }
  }
}
