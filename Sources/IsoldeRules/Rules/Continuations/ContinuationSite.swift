import IsoldeModel
import IsoldeTree

/// One call of `withCheckedContinuation` or a sibling, and what its closure does with the
/// continuation.
struct ContinuationSite: Sendable {
  typealias PointID = FlowGraph.PointID

  /// What happens to the continuation at a point.
  enum Use: Sendable, Hashable {
    /// It is resumed.
    case resume
    /// It becomes the value at a path, or an element of the collection there.
    case stored(PathID, isWrapped: Bool)
    /// It is handed to other code, which can do anything with it.
    case handedOn
  }

  /// The call.
  let call: NodeID
  /// The closure that gets the continuation.
  let closure: NodeID
  /// The continuation's name in the closure.
  let name: String
  /// The point at which the continuation gets its name.
  let start: PointID
  /// The region of the closure.
  let region: Int
  /// The body that the closure runs in.
  let body: Int
  /// The locals that are the continuation: the parameter, captures and constants.
  let locals: Set<Int>
  /// What happens to it, by point.
  let uses: [PointID: Use]
  /// The bodies that use it, directly or in a closure inside; the one around the call is not in it.
  let closures: Set<Int>
  /// Whether some mention of it is not understood, so that nothing can be said.
  let isOpaque: Bool
}

extension ContinuationSite {
  /// The functions that make a continuation.
  static let makers = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation",
  ]

  /// The continuations that a declaration makes, in source order.
  static func all(in code: CodeContext) -> [ContinuationSite] {
    code.analysis { Sites(all: ContinuationSiteFinder($0).find()) }.all
  }

  private struct Sites: Sendable { let all: [ContinuationSite] }

  /// The points at which the continuation is resumed by its own name.
  var resumes: [PointID] { uses.filter { $0.value == .resume }.keys.sorted() }

  /// The points at which it is put into storage.
  var stores: [(point: PointID, path: PathID)] {
    uses.compactMap { use in
      if case .stored(let path, _) = use.value { return (use.key, path) }
      return nil
    }.sorted { $0.point < $1.point }
  }

  /// The points of a body that resume the continuation or leave that to other code.
  func handles(in body: Int, _ flow: FlowGraph) -> Set<PointID> {
    Set(flow.points(of: body).filter { uses[$0] != nil || closure(createdAt: $0, flow) != nil })
  }

  /// Whether a point lies in the closure that gets the continuation, or in one inlined there.
  func contains(_ point: PointID, _ flow: FlowGraph) -> Bool {
    var current = flow.points[point].region
    while current >= 0 {
      if current == region { return true }
      current = flow.regions[current].parent
    }
    return false
  }

  /// The closure inside `body` that uses the continuation and is created at a point.
  func closure(createdAt point: PointID, _ flow: FlowGraph) -> Int? {
    let event = flow.points[point]
    guard event.kind == .closure, closures.contains(event.index) else { return nil }
    return event.index
  }
}

/// Finds the continuations of a declaration.
struct ContinuationSiteFinder {
  private let code: CodeContext
  private let flow: FlowGraph
  private let tree: Tree

  init(_ code: CodeContext) {
    self.code = code
    flow = code.flow
    tree = code.tree
  }

  func find() -> [ContinuationSite] {
    guard ContinuationSite.makers.contains(where: { tree.nameID($0) != nil }) else { return [] }
    var found: [ContinuationSite] = []
    for (index, point) in flow.points.enumerated()
    where point.kind == .declare && flow.locals[point.index].kind == .closureParameter {
      if let site = site(declaredAt: index) { found.append(site) }
    }
    return found
  }

  private func site(declaredAt start: FlowGraph.PointID) -> ContinuationSite? {
    let point = flow.points[start]
    let region = flow.regions[point.region]
    guard region.kind == .inlineClosure, ContinuationSite.makers.contains(tree.name(region.node)),
      let closure = tree.closures(region.node).last, tree.contains(closure, point.node)
    else { return nil }
    let locals = aliases(of: point.index)
    let uses = uses(of: locals)
    return ContinuationSite(
      call: region.node, closure: closure, name: tree.names[Int(flow.locals[point.index].name)],
      start: start, region: point.region, body: point.body, locals: locals, uses: uses.found,
      closures: closures(using: locals, around: point.body),
      isOpaque: hasUnknownMention(flow.locals[point.index].name, in: closure, locals, uses.nodes))
  }

  // MARK: - Names

  /// The local and its copies under other names.
  private func aliases(of local: Int) -> Set<Int> {
    var locals: Set<Int> = [local]
    for (index, other) in flow.locals.enumerated()
    where other.kind == .capture || other.kind == .constant {
      guard other.source != .none, flow.paths.step(other.source) == .local,
        locals.contains(Int(flow.paths.name(other.source)))
      else { continue }
      locals.insert(index)
    }
    return locals
  }

  private func isContinuation(_ path: PathID, _ locals: Set<Int>) -> Bool {
    path != .none && flow.paths.step(path) == .local && locals.contains(Int(flow.paths.name(path)))
  }

  private func isRooted(_ path: PathID, _ locals: Set<Int>) -> Bool {
    path != .none && isContinuation(flow.paths.root(path), locals)
  }

  private func closures(using locals: Set<Int>, around body: Int) -> Set<Int> {
    var result: Set<Int> = []
    for point in flow.points where isRooted(point.path, locals) && point.kind != .declare {
      var current = point.body
      while current >= 0, current != body, result.insert(current).inserted {
        current = flow.bodies[current].parent
      }
    }
    return result
  }

  // MARK: - Uses

  private func uses(
    of locals: Set<Int>
  ) -> (found: [FlowGraph.PointID: ContinuationSite.Use], nodes: Set<NodeID>) {
    var found: [FlowGraph.PointID: ContinuationSite.Use] = [:]
    var nodes: Set<NodeID> = []
    for (index, point) in flow.points.enumerated() where isRooted(point.path, locals) {
      switch point.kind {
      case .call:
        found[index] = tree.name(point.node) == "resume" ? .resume : .handedOn
      case .read:
        nodes.insert(root(of: point.node))
        guard isContinuation(point.path, locals) else {
          found[index] = .handedOn
          continue
        }
        if let (place, use) = use(of: point.node, at: index) { found[place] = use }
      case .write, .modify:
        nodes.insert(root(of: point.node))
        found[index] = .handedOn
      default: break
      }
    }
    return (found, nodes)
  }

  private func root(of node: NodeID) -> NodeID {
    var current = node
    while tree[current].kind != .identifier, let inner = tree.firstChild(current) {
      current = inner
    }
    return current
  }

  /// What a read of the continuation is for; `nil` if another point says it.
  private func use(
    of node: NodeID, at point: FlowGraph.PointID
  ) -> (FlowGraph.PointID, ContinuationSite.Use)? {
    let outer = tree.marked(node)
    guard let parent = tree.parent(outer) else { return (point, .handedOn) }
    if tree[parent].kind == .member, let call = tree.parent(parent), tree[call].kind == .call,
      tree.firstChild(call) == parent
    {
      return nil
    }
    if tree[parent].kind == .binding,
      tree.firstChild(parent).map({ tree[$0].kind }) == .bindPattern,
      tree.parent(parent).map({ tree[$0].flags.contains(.isLet) }) ?? false
    {
      return nil
    }
    return storage(of: outer, after: point) ?? (point, .handedOn)
  }

  /// Where a value goes if it is assigned, appended or inserted, alone or in a wrapper.
  private func storage(
    of node: NodeID, after point: FlowGraph.PointID
  ) -> (FlowGraph.PointID, ContinuationSite.Use)? {
    var current = node
    var isWrapped = false
    while let parent = tree.parent(current) {
      switch tree[parent].kind {
      case .argument, .tupleExpr:
        current = parent
      case .call where MutatingMembers.contains(tree.name(parent)):
        return store(.modify, parent, point, isWrapped)
      case .call where isConstructor(parent):
        isWrapped = true
        current = parent
      case .assign where tree.firstChild(parent) != current:
        return store(.write, parent, point, isWrapped)
      default:
        return nil
      }
    }
    return nil
  }

  private func isConstructor(_ call: NodeID) -> Bool {
    guard let callee = tree.firstChild(call) else { return false }
    if tree[callee].kind == .member, tree.firstChild(callee) == nil { return true }
    return tree.name(call) == "init" || tree.name(call).first?.isUppercase ?? false
  }

  private func store(
    _ kind: FlowGraph.Kind, _ node: NodeID, _ point: FlowGraph.PointID, _ isWrapped: Bool
  ) -> (FlowGraph.PointID, ContinuationSite.Use)? {
    let place = flow.points.indices.dropFirst(point).first {
      flow.points[$0].kind == kind && flow.points[$0].node == node
    }
    return place.map { ($0, .stored(flow.points[$0].path, isWrapped: isWrapped)) }
  }

  /// Whether the name stands somewhere that the flow does not show, such as in a local type.
  private func hasUnknownMention(
    _ name: UInt32, in closure: NodeID, _ locals: Set<Int>, _ known: Set<NodeID>
  ) -> Bool {
    let own = Set(locals.map { flow.locals[$0].node })
    return tree.anyDescendant(of: closure) { node in
      tree[node].kind == .identifier && tree[node].name == name && !known.contains(node)
        && code.local(named: name, at: node).map { own.contains($0.node) } ?? true
    }
  }
}
