import IsoldeTree

extension FlowBuilder {
  /// Where the code at the builder's place runs.
  var currentIsolation: Isolation {
    var current = region
    while current >= 0 {
      if let isolation = graph.regions[current].isolation { return isolation }
      current = graph.regions[current].parent
    }
    return body >= 0 ? graph.bodies[body].isolation : .unknown
  }

  // MARK: - Declaring

  /// Adds a local name and the point at which it gets its value.
  mutating func declare(
    name: UInt32, _ kind: FlowGraph.Local.Kind, _ node: NodeID, value: NodeID? = nil,
    source: PathID = .none, type: NodeID? = nil, first: PointID? = nil
  ) {
    let local = graph.locals.count
    graph.locals.append(
      .init(
        kind: kind, name: name, node: node, value: value, source: source, body: body, type: type))
    scope.add(name, local)
    let path = graph.paths.add(.local, name: UInt32(truncatingIfNeeded: local))
    emit(.declare, node, path: path, first: first, index: local)
  }

  mutating func declareCapture(_ node: NodeID) {
    let name = tree[node].name
    guard tree.names[Int(name)] != "self" else { return }
    // `[x]` copies what `x` means outside; `[y = self.x]` names it.
    let value = tree.firstChild(node)
    let source = value.map { purePath($0) } ?? path(named: name)
    declare(name: name, .capture, node, value: value, source: source)
  }

  /// Declares every name that a pattern binds.
  mutating func bind(
    _ pattern: NodeID, _ kind: FlowGraph.Local.Kind, value: NodeID?, type: NodeID? = nil,
    first: PointID? = nil
  ) {
    switch tree[pattern].kind {
    case .bindPattern:
      // `guard let self` gives back the same instance under the same name.
      guard tree.name(pattern) != "self" else { return }
      var source = value.map { purePath($0) } ?? .none
      if kind == .loopElement, source != .none {
        source = graph.paths.add(.element, parent: source)
      }
      declare(
        name: tree[pattern].name, kind, pattern, value: value, source: source, type: type,
        first: first)
    case .tuplePattern:
      for child in tree.children(pattern) { bind(child, kind, value: nil, first: first) }
    case .exprPattern:
      for child in tree.descendants(pattern) where tree[child].kind == .bindPattern {
        declare(name: tree[child].name, kind, child, value: nil, first: first)
      }
    default: break
    }
  }

  mutating func lowerVariables(_ node: NodeID) {
    let flags = tree[node].flags
    for binding in tree.children(node) where tree[binding].kind == .binding {
      var pattern: NodeID?
      var type: NodeID?
      var value: NodeID?
      for child in tree.children(binding) {
        switch tree[child].kind {
        case .bindPattern, .tuplePattern, .wildcard: pattern = pattern ?? child
        case .typeRef where value == nil: type = child
        case .accessor: break
        default: value = value ?? child
        }
      }
      let first = graph.points.count
      var kind = flags.contains(.isLet) ? FlowGraph.Local.Kind.constant : .variable
      if flags.contains(.isAsync) {
        kind = .asyncLet
        if let value { lowerChild(value) }
      } else if let value {
        lower(value)
      }
      if let pattern { bind(pattern, kind, value: value, type: type, first: first) }
    }
  }

  /// The value of an `async let` runs as a child task.
  private mutating func lowerChild(_ value: NodeID) {
    let creation = emit(.closure, value)
    let index = addBody(
      value, role: .childTask, isolation: .concurrent, isAsync: true, creation: creation)
    graph.points[creation].index = index
  }

  // MARK: - Paths

  /// The path that an expression is, or `.none` if it is more than a path.
  mutating func purePath(_ node: NodeID) -> PathID {
    switch tree[node].kind {
    case .identifier:
      return path(named: tree[node].name)
    case .member:
      guard let base = tree.firstChild(node) else { return .none }
      if tree[base].kind == .identifier, tree.name(base) == "self" {
        return graph.paths.add(.member, name: tree[node].name)
      }
      let parent = purePath(base)
      guard parent != .none else { return .none }
      if graph.paths.step(parent) == .instance {
        return graph.paths.add(.member, name: tree[node].name)
      }
      return graph.paths.add(.field, parent: parent, name: tree[node].name)
    case .subscriptExpr:
      guard let base = tree.firstChild(node) else { return .none }
      let parent = purePath(base)
      guard parent != .none else { return .none }
      guard let argument = tree.child(node, .argument), let key = tree.firstChild(argument) else {
        return graph.paths.add(.element, parent: parent)
      }
      return graph.paths.addElement(of: parent, key: key, text: tree.source(key))
    case .optionalChain, .forceUnwrap, .awaitExpr, .tryExpr:
      return tree.firstChild(node).map { purePath($0) } ?? .none
    case .tupleExpr:
      let elements = Array(tree.children(node))
      guard elements.count == 1, let value = tree.firstChild(elements[0]) else { return .none }
      return purePath(value)
    case .cast where tree[node].detail != .typeCheck:
      return tree.firstChild(node).map { purePath($0) } ?? .none
    default:
      return .none
    }
  }

  /// The path of a name: a local, `self`, or a member or global.
  mutating func path(named name: UInt32) -> PathID {
    if let local = scope.find(name) {
      return graph.paths.add(.local, name: UInt32(truncatingIfNeeded: local))
    }
    if tree.names[Int(name)] == "self" { return graph.paths.add(.instance) }
    return graph.paths.add(.member, name: name)
  }
}
