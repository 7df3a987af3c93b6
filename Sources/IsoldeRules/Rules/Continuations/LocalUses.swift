import IsoldeModel
import IsoldeTree

/// What a declaration does with one local value, such as a continuation.
struct LocalUses: Sendable {
  typealias PointID = FlowGraph.PointID

  /// What happens to the value at a point.
  enum Use: Sendable, Hashable {
    /// One of its methods is called.
    case call(String)
    /// One of its properties is set.
    case set(String)
    /// It becomes the value at a path, or an element of the collection there.
    case stored(PathID, isWrapped: Bool)
    /// It is handed to other code, which can do anything with it.
    case handedOn
  }

  /// The locals that are the value: itself, captures of it and constants.
  let locals: Set<Int>
  /// What happens to it, by point.
  let found: [PointID: Use]
  /// The bodies that use it, directly or in a closure inside; the one that declares it is not in it.
  let bodies: Set<Int>
  /// Whether some mention of it is not understood, so that nothing can be said.
  let isOpaque: Bool

  /// Finds what is done with a local.
  ///
  /// - Parameters:
  ///   - local: The local's index.
  ///   - scope: The closure or declaration in which its name can stand.
  ///   - code: The declaration.
  init(of local: Int, in scope: NodeID, _ code: CodeContext) {
    let reader = LocalUseReader(code, local)
    let (found, nodes) = reader.uses()
    locals = reader.locals
    self.found = found
    bodies = reader.bodies(around: code.flow.locals[local].body)
    isOpaque = reader.hasUnknownMention(in: scope, nodes)
  }

  /// The points at which a method of a name is called.
  func calls(of name: String) -> [PointID] {
    found.filter { $0.value == .call(name) }.keys.sorted()
  }

  /// Whether one of its properties is set anywhere.
  func sets(_ name: String) -> Bool { found.values.contains(.set(name)) }

  /// The points at which it is put into storage.
  var stores: [(point: PointID, path: PathID)] {
    found.compactMap { use in
      if case .stored(let path, _) = use.value { return (use.key, path) }
      return nil
    }.sorted { $0.point < $1.point }
  }
}

/// Reads the uses of a local off the flow.
private struct LocalUseReader {
  let locals: Set<Int>
  private let name: UInt32
  private let code: CodeContext
  private let flow: FlowGraph
  private let tree: Tree

  init(_ code: CodeContext, _ local: Int) {
    self.code = code
    flow = code.flow
    tree = code.tree
    name = flow.locals[local].name
    locals = Self.aliases(of: local, code.flow)
  }

  // MARK: - Names

  /// The local and its copies under other names.
  private static func aliases(of local: Int, _ flow: FlowGraph) -> Set<Int> {
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

  private func isValue(_ path: PathID) -> Bool {
    path != .none && flow.paths.step(path) == .local && locals.contains(Int(flow.paths.name(path)))
  }

  private func isRooted(_ path: PathID) -> Bool {
    path != .none && isValue(flow.paths.root(path))
  }

  func bodies(around body: Int) -> Set<Int> {
    var result: Set<Int> = []
    for point in flow.points where point.kind != .declare && isRooted(point.path) {
      var current = point.body
      while current >= 0, current != body, result.insert(current).inserted {
        current = flow.bodies[current].parent
      }
    }
    return result
  }

  /// Whether the name stands somewhere that the flow does not show, such as in a local type.
  func hasUnknownMention(in scope: NodeID, _ known: Set<NodeID>) -> Bool {
    let own = Set(locals.map { flow.locals[$0].node })
    return tree.anyDescendant(of: scope) { node in
      tree[node].kind == .identifier && tree[node].name == name && !known.contains(node)
        && code.local(named: name, at: node).map { own.contains($0.node) } ?? true
    }
  }

  // MARK: - Uses

  func uses() -> (found: [FlowGraph.PointID: LocalUses.Use], nodes: Set<NodeID>) {
    var found: [FlowGraph.PointID: LocalUses.Use] = [:]
    var nodes: Set<NodeID> = []
    for (index, point) in flow.points.enumerated() where isRooted(point.path) {
      switch point.kind {
      case .call:
        found[index] = isValue(point.path) ? .call(tree.name(point.node)) : .handedOn
      case .read:
        nodes.insert(root(of: point.node))
        guard isValue(point.path) else {
          if !isReceiver(point.node) { found[index] = .handedOn }
          continue
        }
        if let (place, use) = use(of: point.node, at: index) { found[place] = use }
      case .write, .modify:
        if let target = tree.firstChild(point.node) { nodes.insert(root(of: target)) }
        nodes.insert(root(of: point.node))
        found[index] =
          flow.paths.step(point.path) == .field
          ? .set(tree.names[Int(flow.paths.name(point.path))]) : .handedOn
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

  /// Whether a node is what a method is called on; the call's own point says what happens then.
  private func isReceiver(_ node: NodeID) -> Bool {
    guard let parent = tree.parent(tree.marked(node)), tree[parent].kind == .member,
      let call = tree.parent(parent), tree[call].kind == .call
    else { return false }
    return tree.firstChild(call) == parent
  }

  /// What a read of the value is for; `nil` if another point says it.
  private func use(
    of node: NodeID, at point: FlowGraph.PointID
  ) -> (FlowGraph.PointID, LocalUses.Use)? {
    let outer = tree.marked(node)
    guard let parent = tree.parent(outer) else { return (point, .handedOn) }
    if isReceiver(node) { return nil }
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
  ) -> (FlowGraph.PointID, LocalUses.Use)? {
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
  ) -> (FlowGraph.PointID, LocalUses.Use)? {
    let place = flow.points.indices.dropFirst(point).first {
      flow.points[$0].kind == kind && flow.points[$0].node == node
    }
    return place.map { ($0, .stored(flow.points[$0].path, isWrapped: isWrapped)) }
  }
}
