import IsoldeModel
import IsoldeTree

/// Finds a continuation that is stored for later, after which the closure leaves before anything was
/// started that could resume it.
///
/// The way out is a `guard let` that fails, its block only logs, and what it would have unwrapped is
/// what the rest of the closure calls to start the work.
struct AbandonedStore {
  private let site: ContinuationSite
  private let code: CodeContext
  private let flow: FlowGraph
  private let tree: Tree

  init(_ site: ContinuationSite, _ code: CodeContext) {
    self.site = site
    self.code = code
    flow = code.flow
    tree = code.tree
  }

  /// The places where a stored continuation is left alone.
  func gaps() -> [ContinuationGap] {
    let stores = site.uses.found.filter { use in
      guard case .stored(let path, isWrapped: false) = use.value else { return false }
      return isOptionalProperty(path) && flow.points[use.key].kind == .write
    }
    guard stores.count == 1, site.uses.found.count == 1, site.closures.isEmpty,
      let store = stores.keys.first
    else { return [] }
    let search = ContinuationGapSearch(
      code, body: site.body, handles: starts(after: store),
      isInside: { site.contains($0, flow) })
    return search.gaps(from: store).filter { isMissingWorker($0) }
  }

  private func isOptionalProperty(_ path: PathID) -> Bool {
    guard flow.paths.step(path) == .member, let property = code.property(of: path) else {
      return false
    }
    return property.fact.type?.isOptional ?? false
  }

  /// The calls behind a store that can start something; a log entry cannot.
  private func starts(after store: FlowGraph.PointID) -> Set<FlowGraph.PointID> {
    let behind = flow.reachable(from: [store])
    return Set(
      flow.points.indices.filter { point in
        guard behind.contains(point), site.contains(point, flow) else { return false }
        switch flow.points[point].kind {
        case .call: return !LogCall.isOne(flow.points[point].node, tree)
        case .closure, .suspend: return true
        case .write, .modify: return flow.points[point].path == flow.points[store].path
        default: return false
        }
      })
  }

  /// Whether the decision is that an optional is nil which the rest of the closure calls.
  private func isMissingWorker(_ gap: ContinuationGap) -> Bool {
    let node = flow.points[gap.point].node
    guard gap.leaving != nil, flow.points[gap.point].kind == .assumeFalse,
      tree[node].kind == .condition, tree[node].detail == .binding,
      let pattern = tree.firstChild(node), let value = tree.lastChild(node),
      [.identifier, .member].contains(tree[value].kind) || pattern == value
    else { return false }
    let name = tree.name(pattern)
    return tree.anyDescendant(of: site.closure) { call in
      tree[call].kind == .call && tree[node].end < tree[call].start
        && tree.receiver(call).map { root(of: $0) == name } ?? false
    }
  }

  private func root(of node: NodeID) -> String {
    var current = node
    while tree[current].kind != .identifier, let inner = tree.firstChild(current) {
      current = inner
    }
    return tree.name(current)
  }
}
