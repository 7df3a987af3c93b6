import IsoldeTree

extension ManifestInterpreter {
  /// Follows statements until one of them leaves.
  mutating func run(_ statements: some Sequence<NodeID>) -> Outcome {
    for statement in statements {
      let outcome = run(statement)
      guard case .next = outcome else { return outcome }
    }
    return .next
  }

  /// Follows one statement.
  mutating func run(_ statement: NodeID) -> Outcome {
    deeper(otherwise: .next) { $0.follow(statement) }
  }

  private mutating func follow(_ statement: NodeID) -> Outcome {
    switch tree[statement].kind {
    case .varDecl:
      for binding in tree.children(statement) where tree[binding].kind == .binding {
        declare(binding)
      }
    case .assign: assign(statement)
    case .ifStmt: return runIf(statement)
    case .guardStmt: return runGuard(statement)
    case .switchStmt: return runSwitch(statement)
    case .forStmt: return runFor(statement)
    case .doStmt: return tree.child(statement, .block).map { run(block: $0) } ?? .next
    case .labeledStmt: return tree.firstChild(statement).map { run($0) } ?? .next
    case .ifConfig:
      if let clause = activeClause(of: statement) { return run(Array(tree.children(clause))) }
    case .returnStmt: return .returned(tree.firstChild(statement).map { evaluate($0) } ?? .none)
    case .breakStmt: return .left
    case .continueStmt: return .continued
    case .whileStmt, .repeatStmt, .deferStmt: skip(statement)
    case .importDecl, .funcDecl, .typeDecl, .otherDecl: break
    default: lastValue = evaluate(statement)
    }
    return .next
  }

  /// Follows a block in a scope of its own.
  mutating func run(block: NodeID) -> Outcome {
    scopes.append([:])
    defer { scopes.removeLast() }
    return run(Array(tree.children(block)))
  }

  private mutating func declare(_ binding: NodeID) {
    guard let pattern = tree.firstChild(binding), tree.child(binding, .accessor) == nil else {
      return
    }
    guard tree[pattern].kind == .bindPattern else {
      for name in tree.descendants(pattern) where tree[name].kind == .bindPattern {
        declare(tree.name(name), .unknown)
      }
      return
    }
    let isOptional =
      tree.child(binding, .typeRef).map { tree[$0].flags.contains(.isOptional) } ?? false
    let value = initialValue(of: binding).map { evaluate($0) }
    declare(tree.name(pattern), value ?? (isOptional ? .none : .unknown))
  }

  // MARK: - Assignment

  private mutating func assign(_ node: NodeID) {
    guard let target = tree.child(node, at: 0), let source = tree.child(node, at: 1) else { return }
    let value = evaluate(source)
    switch tree.name(node) {
    case "=": set(target, to: value)
    case "+=":
      let old = evaluate(target)
      set(target, to: old.isNone ? .none : old + value)
    default: forget(target)
    }
  }

  /// Sets what an expression stands for.
  mutating func set(_ target: NodeID, to value: ManifestValue) {
    let target = tree.unwrapped(target)
    switch tree[target].kind {
    case .wildcard: break
    case .identifier: set(tree.name(target), value)
    case .member:
      guard let base = tree.firstChild(target), case .object(let id) = evaluate(base) else {
        forget(target)
        return
      }
      objects[id].fields[tree.name(target)] = value
    default: forget(target)
    }
  }

  // MARK: - Branches and loops

  private mutating func runIf(_ node: NodeID) -> Outcome {
    scopes.append([:])
    defer { scopes.removeLast() }
    let truth = conditionsHold(node)
    guard let block = tree.child(node, .block) else { return .next }
    if truth == true { return run(block: block) }
    if truth == nil {
      skip(block)
      if tree.firstDescendant(of: block, skippingClosures: true, where: returns) != nil {
        return .returned(.unknown)
      }
    }
    guard let other = tree.lastChild(node), other != block else { return .next }
    switch tree[other].kind {
    case .block: return run(block: other)
    case .ifStmt: return run(other)
    default: return .next
    }
  }

  private func returns(_ node: NodeID) -> Bool { tree[node].kind == .returnStmt }

  private mutating func runGuard(_ node: NodeID) -> Outcome {
    guard conditionsHold(node) == false, let block = tree.child(node, .block) else { return .next }
    return run(block: block)
  }

  private mutating func runSwitch(_ node: NodeID) -> Outcome {
    guard let subject = tree.firstChild(node) else { return .next }
    let value = evaluate(subject)
    guard !value.isUnknown else {
      skip(node)
      return .next
    }
    for clause in tree.children(node) where tree[clause].kind == .switchCase {
      guard tree[clause].detail == .default || matches(clause, value) else { continue }
      scopes.append([:])
      defer { scopes.removeLast() }
      let statements = tree.children(clause).filter { !isLabel($0) }
      let outcome = run(statements)
      if case .left = outcome { return .next }
      return outcome
    }
    return .next
  }

  private func isLabel(_ node: NodeID) -> Bool {
    switch tree[node].kind {
    case .exprPattern, .whereClause, .bindPattern, .tuplePattern, .wildcard: true
    default: false
    }
  }

  private mutating func matches(_ clause: NodeID, _ value: ManifestValue) -> Bool {
    for pattern in Array(tree.children(clause)) where tree[pattern].kind == .exprPattern {
      guard let expression = tree.firstChild(pattern) else { continue }
      if ManifestValue.areEqual(evaluate(expression), value) == true { return true }
    }
    return false
  }

  private mutating func runFor(_ node: NodeID) -> Outcome {
    guard let pattern = tree.child(node, at: 0), let sequence = tree.child(node, at: 1),
      let block = tree.child(node, .block)
    else { return .next }
    guard let elements = evaluate(sequence).elements else {
      skip(block)
      return .next
    }
    for element in elements {
      if element.isUnknown { skip(block) }
      scopes.append([tree.name(pattern): element])
      defer { scopes.removeLast() }
      if let clause = tree.child(node, .whereClause), let condition = tree.firstChild(clause) {
        let truth = evaluate(condition).truth
        if truth == nil { skip(block) }
        guard truth == true else { continue }
      }
      let outcome = run(block: block)
      if case .left = outcome { break }
      if case .returned = outcome { return outcome }
    }
    return .next
  }

  // MARK: - Conditions

  /// Whether all conditions of a statement hold; `nil` if it cannot be told.
  private mutating func conditionsHold(_ node: NodeID) -> Bool? {
    var result: Bool? = true
    for condition in Array(tree.children(node)) where tree[condition].kind == .condition {
      switch holds(condition) {
      case false?: return false
      case nil: result = nil
      default: break
      }
    }
    return result
  }

  private mutating func holds(_ condition: NodeID) -> Bool? {
    switch tree[condition].detail {
    case .expression:
      return tree.firstChild(condition).flatMap { evaluate($0).truth }
    case .binding:
      guard let pattern = tree.firstChild(condition), let source = tree.lastChild(condition) else {
        return nil
      }
      let value = evaluate(source)
      declare(tree.name(pattern), value)
      return value.isUnknown ? nil : !value.isNone
    default:
      return nil
    }
  }
}
