import IsoldeTree

extension FlowBuilder {
  mutating func takeLabel() -> UInt32 {
    defer { pendingLabel = 0 }
    return pendingLabel
  }

  mutating func lowerWhile(_ node: NodeID) {
    let mark = scope.mark
    frames.append(Frame(.loop, label: takeLabel()))
    var exits: [PointID] = []
    within(.loop, node) { builder in
      let head = builder.emit(.loopHead, node)
      let conditions = builder.tree.children(node).filter {
        builder.tree[$0].kind == .condition
      }
      exits = builder.lowerConditions(conditions)
      if let block = builder.tree.child(node, .block) { builder.lowerBlock(block) }
      builder.closeLoop(head)
    }
    frontier = exits + frames.removeLast().breakers
    scope.restore(mark)
  }

  mutating func lowerRepeat(_ node: NodeID) {
    frames.append(Frame(.loop, label: takeLabel()))
    var exits: [PointID] = []
    within(.loop, node) { builder in
      let head = builder.emit(.loopHead, node)
      let children = Array(builder.tree.children(node))
      if let block = children.first { builder.lowerBlock(block) }
      builder.joinContinuers()
      if children.count > 1 { exits = builder.lowerCondition(children[1]) }
      builder.closeLoop(head)
    }
    frontier = exits + frames.removeLast().breakers
  }

  mutating func lowerFor(_ node: NodeID) {
    let children = Array(tree.children(node))
    guard children.count >= 3, let block = children.last else { return }
    let first = graph.points.count
    lower(children[1])
    let mark = scope.mark
    frames.append(Frame(.loop, label: takeLabel()))
    var exits: [PointID] = []
    within(.loop, node) { builder in
      let head = builder.emit(.loopHead, node, path: builder.purePath(children[1]), first: first)
      if builder.tree[node].flags.contains(.isAwait) {
        let next = builder.emit(.suspend, node, first: first)
        if builder.tree[node].flags.contains(.isTry) { builder.branchOnError(from: next) }
      }
      let start = builder.frontier
      builder.emit(.assumeFalse, node, first: first)
      exits = builder.frontier
      builder.frontier = start
      builder.emit(.assumeTrue, node, first: first)
      builder.bind(children[0], .loopElement, value: children[1], first: first)
      var skipped: [PointID] = []
      if let clause = builder.tree.child(node, .whereClause),
        let condition = builder.tree.firstChild(clause)
      {
        skipped = builder.lowerCondition(condition)
      }
      builder.lowerBlock(block)
      builder.frontier += skipped
      builder.closeLoop(head)
    }
    frontier = exits + frames.removeLast().breakers
    scope.restore(mark)
  }

  mutating func joinContinuers() {
    guard let top = frames.indices.last else { return }
    frontier += frames[top].continuers
    frames[top].continuers = []
  }

  mutating func closeLoop(_ head: PointID) {
    joinContinuers()
    for point in frontier { connect(point, head) }
    frontier = []
  }
}
