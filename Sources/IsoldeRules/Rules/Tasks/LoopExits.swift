import IsoldeTree

/// The ways out of a loop, other than a cancellation and the end of a weakly held owner.
struct LoopExits: Sendable {
  /// Whether a `break`, `return` or `throw` ends the loop.
  private(set) var leaves = false
  /// Whether an error of something that is called ends the loop.
  private(set) var canFail = false
  /// Whether the loop ends when a weakly held `self` is gone.
  private(set) var endsWithOwner = false
  /// Whether the conditions of a `while` ask for nothing but cancellation and the owner.
  private(set) var conditionsHold = true

  private let tree: Tree
  private let loop: NodeID

  init(_ loop: NodeID, _ tree: Tree) {
    self.tree = tree
    self.loop = loop
    readConditions()
    var index = Int(loop.index) + 1
    let end = Int(tree[loop].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      switch tree.nodes[index].kind {
      case .closure, .funcDecl, .typeDecl:
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      case .returnStmt: note(id)
      case .breakStmt where target(of: id) == loop || !tree.contains(loop, target(of: id)): note(id)
      case .continueStmt where !tree.contains(loop, target(of: id)): note(id)
      case .throwStmt where !isCaught(id): note(id)
      case .tryExpr where tree[id].detail == .plain && !isCaught(id): noteError(id)
      case .forStmt where tree[id].flags.contains(.isTry) && !isCaught(id): canFail = true
      default: break
      }
      index += 1
    }
  }

  // MARK: - Conditions

  private mutating func readConditions() {
    let conditions: [NodeID]
    switch tree[loop].kind {
    case .whileStmt:
      conditions = tree.children(loop).filter { tree[$0].kind == .condition }
    case .repeatStmt:
      conditions = tree.lastChild(loop).map { [$0] } ?? []
    default:
      return
    }
    for condition in conditions {
      if bindsSelf(condition) {
        endsWithOwner = true
      } else if !isAlwaysTrue(condition) && !testsCancellation(condition) {
        conditionsHold = false
      }
    }
  }

  private func isAlwaysTrue(_ condition: NodeID) -> Bool {
    tree.name(value(of: condition)) == "true"
  }

  private func value(of condition: NodeID) -> NodeID {
    guard tree[condition].kind == .condition else { return condition }
    return tree.lastChild(condition) ?? condition
  }

  private func bindsSelf(_ condition: NodeID) -> Bool { SelfUse.bindsSelf(condition, tree) }

  /// `self == nil`, `self != nil`.
  private func comparesSelf(_ condition: NodeID) -> Bool {
    let value = value(of: condition)
    guard tree[value].kind == .binary, let left = tree.firstChild(value) else { return false }
    return tree.name(left) == "self"
  }

  private func testsCancellation(_ condition: NodeID) -> Bool {
    let value = value(of: condition)
    if tree[value].kind == .binary, ["&&", "||"].contains(tree.name(value)) {
      return tree.children(value).allSatisfy { testsCancellation($0) }
    }
    return isCancellationName(value) || tree.anyDescendant(of: value, where: isCancellationName)
  }

  private func isCancellationName(_ node: NodeID) -> Bool {
    switch tree.name(node) {
    case "isCancelled", "CancellationError": true
    default: false
    }
  }

  // MARK: - Exits

  /// A way out counts unless a condition around it asks for cancellation or for the owner.
  private mutating func note(_ exit: NodeID) {
    for ancestor in tree.ancestors(exit) {
      if ancestor == loop { break }
      switch tree[ancestor].kind {
      case .guardStmt, .ifStmt:
        if isExcused(by: ancestor, exit) { return }
      case .catchClause
      where tree.anyDescendant(of: ancestor, where: isCancellationName)
        || onlySleeps(in: ancestor):
        return
      default: break
      }
    }
    leaves = true
  }

  private mutating func isExcused(by statement: NodeID, _ exit: NodeID) -> Bool {
    let conditions = tree.children(statement).filter { tree[$0].kind == .condition }
    let bindings = conditions.filter(bindsSelf)
    if !bindings.isEmpty, tree[statement].kind == .guardStmt || isInElse(of: statement, exit) {
      endsWithOwner = true
    }
    return conditions.allSatisfy {
      bindsSelf($0) || testsCancellation($0) || comparesSelf($0)
    }
  }

  private func isInElse(of statement: NodeID, _ exit: NodeID) -> Bool {
    guard let then = tree.child(statement, .block) else { return false }
    return !tree.contains(then, exit)
  }

  /// A `catch` behind nothing but a sleep sees nothing but a cancellation.
  private func onlySleeps(in clause: NodeID) -> Bool {
    guard let statement = tree.parent(clause), let block = tree.child(statement, .block) else {
      return false
    }
    let attempts = tree.descendants(block).filter {
      tree[$0].kind == .tryExpr && tree[$0].detail == .plain
    }
    return !attempts.isEmpty
      && attempts.allSatisfy { attempt in
        tree.firstChild(attempt).map { EscapingError.isCancellation($0, tree) } ?? false
      }
  }

  private mutating func noteError(_ expression: NodeID) {
    guard let operand = tree.firstChild(expression) else { return }
    if !EscapingError.isCancellation(operand, tree) { canFail = true }
  }

  private func isCaught(_ node: NodeID) -> Bool {
    for ancestor in tree.ancestors(node) {
      if ancestor == loop { return false }
      if tree[ancestor].kind == .doStmt, tree.child(ancestor, .catchClause) != nil {
        // What is thrown in a `catch` leaves again.
        return tree.child(ancestor, .block).map { tree.contains($0, node) } ?? false
      }
      if tree[ancestor].kind == .tryExpr, tree[ancestor].detail == .optional { return true }
    }
    return false
  }

  /// The statement that a `break` or `continue` leaves.
  private func target(of node: NodeID) -> NodeID {
    let label = tree[node].name
    for ancestor in tree.ancestors(node) {
      switch tree[ancestor].kind {
      case .forStmt, .whileStmt, .repeatStmt:
        if label == 0 || self.label(of: ancestor) == label { return ancestor }
      case .switchStmt:
        let leaves = label == 0 ? tree[node].kind == .breakStmt : self.label(of: ancestor) == label
        if leaves { return ancestor }
      case .doStmt, .ifStmt:
        if label != 0, self.label(of: ancestor) == label { return ancestor }
      case .closure, .funcDecl:
        return ancestor
      default: break
      }
    }
    return node
  }

  private func label(of statement: NodeID) -> UInt32 {
    guard let parent = tree.parent(statement), tree[parent].kind == .labeledStmt else { return 0 }
    return tree[parent].name
  }
}
