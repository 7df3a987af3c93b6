import IsoldeTree

extension FlowBuilder {
  /// Lowers a condition with its short circuits; the frontier is where it holds, the result where
  /// it does not.
  mutating func lowerCondition(_ node: NodeID) -> [PointID] {
    guard depth < 300 else {
      lower(node)
      return frontier
    }
    depth += 1
    defer { depth -= 1 }
    switch tree[node].kind {
    case .binary where tree.name(node) == "&&":
      return lowerBoth(node)
    case .binary where tree.name(node) == "||":
      return lowerEither(node)
    case .prefix where tree.name(node) == "!":
      guard let operand = tree.firstChild(node) else { return [] }
      let failed = lowerCondition(operand)
      let passed = frontier
      frontier = failed
      return passed
    case .tupleExpr:
      let elements = Array(tree.children(node))
      if elements.count == 1, let value = tree.firstChild(elements[0]) {
        return lowerCondition(value)
      }
      return lowerLeaf(node)
    case .tryExpr where tree[node].detail == .plain:
      return lowerCondition(under: .canThrow, node)
    case .awaitExpr:
      return lowerAwaitedCondition(node)
    default:
      return lowerLeaf(node)
    }
  }

  private mutating func lowerBoth(_ node: NodeID) -> [PointID] {
    let operands = Array(tree.children(node))
    guard operands.count == 2 else { return [] }
    let failed = lowerCondition(operands[0])
    return failed + lowerCondition(operands[1])
  }

  private mutating func lowerEither(_ node: NodeID) -> [PointID] {
    let operands = Array(tree.children(node))
    guard operands.count == 2 else { return [] }
    let failed = lowerCondition(operands[0])
    let passed = frontier
    frontier = failed
    let bothFailed = lowerCondition(operands[1])
    frontier += passed
    return bothFailed
  }

  private mutating func lowerCondition(
    under flag: FlowGraph.Flags, _ node: NodeID
  ) -> [PointID] {
    guard let operand = tree.firstChild(node) else { return [] }
    let outer = flags
    flags.insert(flag)
    let failed = lowerCondition(operand)
    flags = outer
    return failed
  }

  /// `await a && b`: only what is awaited suspends, which a leaf decides for itself.
  private mutating func lowerAwaitedCondition(_ node: NodeID) -> [PointID] {
    guard let operand = tree.firstChild(node) else { return [] }
    let isCompound =
      tree[operand].kind == .binary && ["&&", "||"].contains(tree.name(operand))
      || tree[operand].kind == .prefix
    guard isCompound else { return lowerLeaf(node) }
    let first = graph.points.count
    with(.isCondition) { builder in
      builder.emit(.suspend, node, first: first)
      if builder.flags.contains(.canThrow), let point = builder.frontier.last {
        builder.branchOnError(from: point)
      }
    }
    return lowerCondition(operand)
  }

  private mutating func lowerLeaf(_ node: NodeID) -> [PointID] {
    if tree[node].kind == .literal, tree[node].detail == .boolean {
      return lowerConstant(tree.name(node) == "true", node)
    }
    let first = graph.points.count
    with(.isCondition) { $0.lower(node) }
    let start = frontier
    emit(.assumeFalse, node, first: first)
    let failed = frontier
    frontier = start
    emit(.assumeTrue, node, first: first)
    return failed
  }

  /// `while true` has no way out but those in its body.
  private mutating func lowerConstant(_ value: Bool, _ node: NodeID) -> [PointID] {
    if value {
      emit(.assumeTrue, node)
      return []
    }
    emit(.assumeFalse, node)
    let failed = frontier
    frontier = []
    return failed
  }
}
