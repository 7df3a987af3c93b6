import IsoldeTree

extension FlowBuilder {
  // MARK: - Blocks

  mutating func lowerBlock(_ block: NodeID) {
    let mark = scope.mark
    frames.append(Frame(.scope))
    lowerStatements(tree.children(block))
    endScope()
    scope.restore(mark)
  }

  /// Runs what the block that ends here deferred.
  mutating func endScope() {
    let frame = frames.removeLast()
    for node in frame.deferred.reversed() { runDeferred(node) }
  }

  mutating func lowerStatements(_ statements: some Sequence<NodeID>) {
    for statement in statements { lowerStatement(statement) }
  }

  mutating func lowerStatement(_ node: NodeID) {
    nested { $0.lowerAnyStatement(node) }
  }

  mutating func lowerAnyStatement(_ node: NodeID) {
    switch tree[node].kind {
    case .block: lowerBlock(node)
    case .ifStmt: lowerIf(node)
    case .guardStmt: lowerGuard(node)
    case .whileStmt: lowerWhile(node)
    case .repeatStmt: lowerRepeat(node)
    case .forStmt: lowerFor(node)
    case .switchStmt: lowerSwitch(node)
    case .doStmt: lowerDo(node)
    case .deferStmt:
      if let top = frames.indices.last { frames[top].deferred.append(node) }
    case .returnStmt: lowerReturn(node)
    case .throwStmt: lowerThrow(node)
    case .breakStmt: leaveByBreak(label: tree[node].name)
    case .continueStmt: leaveByContinue(label: tree[node].name)
    case .labeledStmt: lowerLabeled(node)
    case .varDecl: lowerVariables(node)
    case .funcDecl: lowerLocalFunction(node)
    case .ifConfig: lowerIfConfig(node)
    case .fallthroughStmt: leaveByFallthrough()
    case .typeDecl, .importDecl, .otherDecl: break
    default: lower(node)
    }
  }

  mutating func lowerReturn(_ node: NodeID) {
    let first = graph.points.count
    if let value = tree.firstChild(node) { lower(value) }
    leaveByReturn(node, first: first)
  }

  mutating func lowerThrow(_ node: NodeID) {
    if let value = tree.firstChild(node) { lower(value) }
    if !frontier.isEmpty { emit(.join, node) }
    leaveByError()
  }

  mutating func lowerLabeled(_ node: NodeID) {
    guard let statement = tree.firstChild(node) else { return }
    pendingLabel = tree[node].name
    lowerStatement(statement)
    pendingLabel = 0
  }

  /// Each branch of an `#if` is a way that the program can be.
  mutating func lowerIfConfig(_ node: NodeID) {
    let start = frontier
    var ends: [PointID] = []
    var hasElse = false
    for clause in tree.children(node) {
      frontier = start
      if tree[clause].name == 0 { hasElse = true }
      lowerStatements(tree.children(clause))
      ends += frontier
    }
    frontier = hasElse ? ends : ends + start
  }

  mutating func lowerLocalFunction(_ node: NodeID) {
    declare(name: tree[node].name, .localFunction, node)
    let local = graph.locals.count - 1
    let creation = emit(.closure, node)
    let index = addBody(
      node, role: .localFunction, isolation: currentIsolation,
      isAsync: tree[node].flags.contains(.isAsync), creation: creation)
    graph.points[creation].index = index
    graph.locals[local].body = index
  }

  // MARK: - Errors

  mutating func lowerDo(_ node: NodeID) {
    let clauses = tree.children(node).filter { tree[$0].kind == .catchClause }
    guard let block = tree.child(node, .block) else { return }
    guard !clauses.isEmpty else {
      // A `do` without a `catch` is only a scope, which `break` can leave by its label.
      frames.append(Frame(.switch, label: takeLabel()))
      within(.doBlock, node) { $0.lowerBlock(block) }
      frontier += frames.removeLast().breakers
      return
    }
    frames.append(Frame(.errors, label: takeLabel()))
    within(.doBlock, node) { $0.lowerBlock(block) }
    let frame = frames.removeLast()
    var ends = frontier + frame.breakers
    var isExhaustive = false
    for clause in clauses where !frame.throwers.isEmpty {
      frontier = frame.throwers
      if catchesEverything(clause) { isExhaustive = true }
      lowerCatch(clause)
      ends += frontier
    }
    if !isExhaustive, !frame.throwers.isEmpty {
      frontier = frame.throwers
      leaveByError()
    }
    frontier = ends
  }

  func catchesEverything(_ clause: NodeID) -> Bool {
    guard tree.child(clause, .whereClause) == nil, let pattern = tree.firstChild(clause) else {
      return false
    }
    return [.block, .bindPattern, .wildcard].contains(tree[pattern].kind)
  }

  mutating func lowerCatch(_ clause: NodeID) {
    let mark = scope.mark
    emit(.assumeTrue, clause)
    for child in tree.children(clause) {
      switch tree[child].kind {
      case .block: within(.catchClause, clause) { $0.lowerBlock(child) }
      case .whereClause:
        if let condition = tree.firstChild(child) { _ = lowerCondition(condition) }
      default: bind(child, .binding, value: nil)
      }
    }
    scope.restore(mark)
  }
}
