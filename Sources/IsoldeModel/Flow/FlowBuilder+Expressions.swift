import IsoldeTree

extension FlowBuilder {
  /// Lowers an expression in evaluation order.
  mutating func lower(_ node: NodeID) {
    nested { $0.lowerAny(node) }
  }

  private mutating func lowerAny(_ node: NodeID) {
    switch tree[node].kind {
    case .identifier, .member, .subscriptExpr, .optionalChain, .forceUnwrap:
      lowerPath(node)
    case .call: lowerCall(node)
    case .macro: lowerMacro(node)
    case .awaitExpr: lowerAwait(node)
    case .tryExpr: lowerTry(node)
    case .assign: lowerAssignment(node)
    case .binary: lowerBinary(node)
    case .ternary: lowerTernary(node)
    case .closure: lowerStoredClosure(node)
    case .inoutExpr:
      if let target = tree.firstChild(node) { lowerChange(of: target, node, .modify) }
    case .ifStmt, .switchStmt, .doStmt, .ifConfig:
      lowerStatement(node)
    case .literal, .keyPath, .typeRef, .wildcard, .bindPattern:
      for child in tree.children(node) where tree[child].kind != .typeRef { lower(child) }
    default:
      for child in tree.children(node) where tree[child].kind != .typeRef { lower(child) }
    }
  }

  // MARK: - Paths

  /// Lowers the read of a path, what its keys need first.
  private mutating func lowerPath(_ node: NodeID) {
    let first = graph.points.count
    let path = lowerPathParts(node)
    guard path != .none else { return }
    emit(.read, node, path: path, first: first)
  }

  /// Lowers everything in a path but its own read: keys, and a base that is more than a path.
  mutating func lowerPathParts(_ node: NodeID) -> PathID {
    lowerKeys(of: node)
    return purePath(node)
  }

  private mutating func lowerKeys(of node: NodeID) {
    switch tree[node].kind {
    case .member, .optionalChain, .forceUnwrap:
      if let base = tree.firstChild(node) { lowerKeys(of: base) }
    case .subscriptExpr:
      if let base = tree.firstChild(node) { lowerKeys(of: base) }
      for argument in tree.children(node) where tree[argument].kind == .argument {
        if let key = tree.firstChild(argument) { lower(key) }
      }
    case .identifier:
      break
    default:
      lower(node)
    }
  }

  // MARK: - Writes

  private mutating func lowerAssignment(_ node: NodeID) {
    let operands = Array(tree.children(node))
    guard operands.count == 2 else { return }
    let first = graph.points.count
    let isPlain = tree.name(node) == "="
    lowerKeysOfTarget(operands[0])
    lower(operands[1])
    let targets =
      tree[operands[0]].kind == .tupleExpr
      ? tree.children(operands[0]).compactMap { tree.firstChild($0) } : [operands[0]]
    for target in targets {
      let path = purePath(target)
      guard path != .none else { continue }
      emit(isPlain ? .write : .modify, node, path: path, first: first)
    }
  }

  private mutating func lowerKeysOfTarget(_ target: NodeID) {
    if tree[target].kind == .tupleExpr {
      for element in tree.children(target) {
        if let value = tree.firstChild(element) { lowerKeys(of: value) }
      }
    } else if tree[target].kind != .wildcard {
      lowerKeys(of: target)
    }
  }

  mutating func lowerChange(of target: NodeID, _ node: NodeID, _ kind: FlowGraph.Kind) {
    let first = graph.points.count
    let path = lowerPathParts(target)
    if path != .none { emit(kind, node, path: path, first: first) }
  }

  // MARK: - Effects

  private mutating func lowerAwait(_ node: NodeID) {
    guard let operand = tree.firstChild(node) else { return }
    let first = graph.points.count
    let outer = awaitedCall
    awaitedCall = Self.outermostCall(operand, tree)
    with(.isAwaited) { $0.lower(operand) }
    awaitedCall = outer
    let point = emit(.suspend, node, first: first)
    if flags.contains(.canThrow) || containsTry(operand) { branchOnError(from: point) }
  }

  private func containsTry(_ operand: NodeID) -> Bool {
    tree[operand].kind == .tryExpr && tree[operand].detail == .plain
  }

  /// The call whose result an expression is, looking through what only unwraps it.
  static func outermostCall(_ node: NodeID, _ tree: Tree) -> NodeID? {
    var current = node
    while true {
      switch tree[current].kind {
      case .call, .macro: return current
      case .tryExpr, .forceUnwrap, .optionalChain, .member:
        guard let inner = tree.firstChild(current) else { return nil }
        current = inner
      case .tupleExpr:
        guard let element = tree.firstChild(current), let inner = tree.firstChild(element) else {
          return nil
        }
        current = inner
      default: return nil
      }
    }
  }

  private mutating func lowerTry(_ node: NodeID) {
    guard let operand = tree.firstChild(node) else { return }
    switch tree[node].detail {
    case .optional:
      frames.append(Frame(.errors))
      let outer = flags
      flags.formUnion([.canThrow, .isOptionalTry])
      lower(operand)
      flags = outer
      frontier += frames.removeLast().throwers
      if frontier.count > 1 { emit(.join, node) }
    case .forced:
      let outer = flags
      flags.remove(.canThrow)
      lower(operand)
      flags = outer
    default:
      let outer = flags
      flags.insert(.canThrow)
      flags.remove(.isOptionalTry)
      lower(operand)
      flags = outer
    }
  }

  // MARK: - Operators

  private mutating func lowerBinary(_ node: NodeID) {
    let operands = Array(tree.children(node))
    guard operands.count == 2 else { return }
    switch tree.name(node) {
    case "&&", "||", "??":
      lower(operands[0])
      let start = frontier
      lower(operands[1])
      if frontier != start { frontier += start }
    default:
      lower(operands[0])
      lower(operands[1])
    }
  }

  private mutating func lowerTernary(_ node: NodeID) {
    let operands = Array(tree.children(node))
    guard operands.count == 3 else { return }
    let failed = lowerCondition(operands[0])
    within(.thenBranch, node) { $0.lower(operands[1]) }
    let ends = frontier
    frontier = failed
    within(.elseBranch, node) { $0.lower(operands[2]) }
    frontier = ends + frontier
  }
}
