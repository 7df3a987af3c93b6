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
  private mutating func endScope() {
    let frame = frames.removeLast()
    for node in frame.deferred.reversed() { runDeferred(node) }
  }

  mutating func lowerStatements(_ statements: some Sequence<NodeID>) {
    for statement in statements { lowerStatement(statement) }
  }

  mutating func lowerStatement(_ node: NodeID) {
    nested { $0.lowerAnyStatement(node) }
  }

  private mutating func lowerAnyStatement(_ node: NodeID) {
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
    case .fallthroughStmt, .typeDecl, .importDecl, .otherDecl: break
    default: lower(node)
    }
  }

  private mutating func lowerReturn(_ node: NodeID) {
    let first = graph.points.count
    if let value = tree.firstChild(node) { lower(value) }
    leaveByReturn(node, first: first)
  }

  private mutating func lowerThrow(_ node: NodeID) {
    if let value = tree.firstChild(node) { lower(value) }
    if !frontier.isEmpty { emit(.join, node) }
    leaveByError()
  }

  private mutating func lowerLabeled(_ node: NodeID) {
    guard let statement = tree.firstChild(node) else { return }
    pendingLabel = tree[node].name
    lowerStatement(statement)
    pendingLabel = 0
  }

  /// Each branch of an `#if` is a way that the program can be.
  private mutating func lowerIfConfig(_ node: NodeID) {
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

  private mutating func lowerLocalFunction(_ node: NodeID) {
    declare(name: tree[node].name, .localFunction, node)
    let local = graph.locals.count - 1
    let creation = emit(.closure, node)
    let index = addBody(
      node, role: .localFunction, isolation: currentIsolation,
      isAsync: tree[node].flags.contains(.isAsync), creation: creation)
    graph.points[creation].index = index
    graph.locals[local].body = index
  }

  // MARK: - Branches

  private mutating func lowerIf(_ node: NodeID) {
    let mark = scope.mark
    var conditions: [NodeID] = []
    var branches: [NodeID] = []
    for child in tree.children(node) {
      if tree[child].kind == .condition { conditions.append(child) } else { branches.append(child) }
    }
    let failed = lowerConditions(conditions)
    if let then = branches.first {
      within(.thenBranch, node) { $0.lowerBlock(then) }
    }
    let ends = frontier
    scope.restore(mark)
    frontier = failed
    if branches.count > 1 {
      within(.elseBranch, node) { $0.lowerStatement(branches[1]) }
    }
    frontier = ends + frontier
  }

  private mutating func lowerGuard(_ node: NodeID) {
    let conditions = tree.children(node).filter { tree[$0].kind == .condition }
    let failed = lowerConditions(conditions)
    let passed = frontier
    frontier = failed
    if let block = tree.child(node, .block) {
      within(.elseBranch, node) { $0.lowerBlock(block) }
    }
    // What a `guard`'s block does not leave by is broken code; the frontier of the others counts.
    frontier = passed
  }

  /// Lowers a condition list; the frontier is where all hold, the result where one does not.
  mutating func lowerConditions(_ conditions: [NodeID]) -> [PointID] {
    var failed: [PointID] = []
    for condition in conditions { failed += lowerConditionElement(condition) }
    return failed
  }

  private mutating func lowerConditionElement(_ condition: NodeID) -> [PointID] {
    switch tree[condition].detail {
    case .expression:
      guard let expression = tree.firstChild(condition) else { return [] }
      return lowerCondition(expression)
    case .binding, .caseMatch:
      guard let value = tree.lastChild(condition) else { return [] }
      let first = graph.points.count
      with(.isCondition) { $0.lower(value) }
      let start = frontier
      emit(.assumeFalse, condition, first: first)
      let failed = frontier
      frontier = start
      emit(.assumeTrue, condition, first: first)
      if let pattern = tree.firstChild(condition), pattern != value {
        let type = tree.children(condition).first { tree[$0].kind == .typeRef }
        bind(pattern, .binding, value: value, type: type, first: first)
      }
      return failed
    default:
      let start = frontier
      emit(.assumeFalse, condition)
      let failed = frontier
      frontier = start
      emit(.assumeTrue, condition)
      return failed
    }
  }

  private mutating func lowerSwitch(_ node: NodeID) {
    guard let subject = tree.firstChild(node) else { return }
    let first = graph.points.count
    with(.isCondition) { $0.lower(subject) }
    let start = frontier
    frames.append(Frame(.switch, label: takeLabel()))
    var ends: [PointID] = []
    var fallsThrough: [PointID] = []
    for item in cases(of: node) {
      frontier = start
      let mark = scope.mark
      let statements = enterCase(item, subject: subject, first: first)
      frontier += fallsThrough
      within(.switchCase, item) { builder in
        builder.frames.append(Frame(.scope))
        builder.lowerStatements(statements)
        builder.endScope()
      }
      fallsThrough = []
      if let last = statements.last, tree[last].kind == .fallthroughStmt {
        fallsThrough = frontier
      } else {
        ends += frontier
      }
      scope.restore(mark)
    }
    frontier = ends + frames.removeLast().breakers
  }

  private func cases(of node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    for child in tree.children(node) {
      if tree[child].kind == .switchCase { result.append(child) }
      if tree[child].kind == .ifConfig {
        for clause in tree.children(child) {
          result += tree.children(clause).filter { tree[$0].kind == .switchCase }
        }
      }
    }
    return result
  }

  /// Binds a case's patterns, checks its `where`, and returns its statements.
  private mutating func enterCase(
    _ item: NodeID, subject: NodeID, first: PointID
  ) -> [NodeID] {
    var statements: [NodeID] = []
    emit(.assumeTrue, item, first: first)
    for child in tree.children(item) {
      switch tree[child].kind {
      case .exprPattern, .bindPattern, .tuplePattern, .wildcard:
        if statements.isEmpty {
          bind(child, .binding, value: subject, first: first)
        } else {
          statements.append(child)
        }
      case .whereClause:
        if let condition = tree.firstChild(child) { _ = lowerCondition(condition) }
      default:
        statements.append(child)
      }
    }
    return statements
  }

  // MARK: - Loops

  mutating func takeLabel() -> UInt32 {
    defer { pendingLabel = 0 }
    return pendingLabel
  }

  private mutating func lowerWhile(_ node: NodeID) {
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

  private mutating func lowerRepeat(_ node: NodeID) {
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

  private mutating func lowerFor(_ node: NodeID) {
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

  private mutating func joinContinuers() {
    guard let top = frames.indices.last else { return }
    frontier += frames[top].continuers
    frames[top].continuers = []
  }

  private mutating func closeLoop(_ head: PointID) {
    joinContinuers()
    for point in frontier { connect(point, head) }
    frontier = []
  }

  // MARK: - Errors

  private mutating func lowerDo(_ node: NodeID) {
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

  private func catchesEverything(_ clause: NodeID) -> Bool {
    guard tree.child(clause, .whereClause) == nil, let pattern = tree.firstChild(clause) else {
      return false
    }
    return [.block, .bindPattern, .wildcard].contains(tree[pattern].kind)
  }

  private mutating func lowerCatch(_ clause: NodeID) {
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
