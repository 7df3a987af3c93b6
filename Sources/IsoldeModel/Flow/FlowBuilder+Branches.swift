import IsoldeTree

extension FlowBuilder {
  mutating func lowerIf(_ node: NodeID) {
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

  mutating func lowerGuard(_ node: NodeID) {
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

  mutating func lowerConditionElement(_ condition: NodeID) -> [PointID] {
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

  mutating func lowerSwitch(_ node: NodeID) {
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
      ends += frontier
      fallsThrough = takeFallers()
      scope.restore(mark)
    }
    frontier = ends + frames.removeLast().breakers
  }

  /// The points that went on into the next case.
  mutating func takeFallers() -> [PointID] {
    guard let top = frames.indices.last else { return [] }
    defer { frames[top].fallers = [] }
    return frames[top].fallers
  }

  func cases(of node: NodeID) -> [NodeID] {
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
  mutating func enterCase(
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
}
