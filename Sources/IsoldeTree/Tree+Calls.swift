extension Tree {
  // MARK: - Calls

  /// What a call is made on: `a.b` of `a.b.c(…)`; `nil` for a plain `c(…)`.
  public func receiver(_ call: NodeID) -> NodeID? {
    guard var callee = firstChild(call) else { return nil }
    if self[callee].kind == .specialization, let inner = firstChild(callee) { callee = inner }
    return self[callee].kind == .member ? firstChild(callee) : nil
  }

  /// The last name of what a call is made on: `b` of `a.b?.c(…)`; empty if it has none.
  public func receiverName(_ call: NodeID) -> String {
    receiver(call).map { name(unwrapped($0)) } ?? ""
  }

  /// Whether a call is made on the same instance: `c(…)`, `self.c(…)`, `self?.c(…)`.
  public func isOnSelf(_ call: NodeID) -> Bool {
    guard let receiver = receiver(call) else { return true }
    return name(unwrapped(receiver)) == "self"
  }

  /// The arguments of a call, subscript or attribute, trailing closures included.
  public func arguments(_ call: NodeID) -> [NodeID] {
    children(call).filter { self[$0].kind == .argument }
  }

  /// The value of an argument.
  public func value(ofArgument argument: NodeID) -> NodeID? { firstChild(argument) }

  /// The value of the argument with a label.
  public func argument(_ call: NodeID, labelled label: String) -> NodeID? {
    arguments(call).first { self.label($0) == label }.flatMap { firstChild($0) }
  }

  /// The values of the arguments without a label, trailing closures not counted.
  public func positionalArguments(_ call: NodeID) -> [NodeID] {
    arguments(call).filter {
      label($0).isEmpty && !self[$0].flags.contains(.isTrailing)
    }.compactMap { firstChild($0) }
  }

  /// The closures among the arguments of a call.
  public func closures(_ call: NodeID) -> [NodeID] {
    arguments(call).compactMap { argument in
      firstChild(argument).flatMap { self[$0].kind == .closure ? $0 : nil }
    }
  }

  /// The call that a closure is an argument of.
  public func call(takingClosure closure: NodeID) -> NodeID? {
    guard let argument = parent(closure), self[argument].kind == .argument,
      let call = parent(argument), self[call].kind == .call
    else { return nil }
    return call
  }

  /// Whether a call starts an unstructured task: `Task`, `Task.detached`, `Task.immediate`.
  public func isTaskCreation(_ call: NodeID) -> Bool {
    switch name(call) {
    case "Task": return receiver(call) == nil
    case "detached", "immediate", "immediateDetached":
      return receiverName(call) == "Task"
    default: return false
    }
  }

  // MARK: - Expressions

  /// An expression without what only unwraps or marks it: `try`, `await`, parentheses, `?`, `!`.
  public func unwrapped(_ expression: NodeID) -> NodeID {
    var current = expression
    while true {
      switch self[current].kind {
      case .tryExpr, .awaitExpr, .optionalChain, .forceUnwrap, .specialization:
        guard let inner = firstChild(current) else { return current }
        current = inner
      case .tupleExpr:
        let elements = Array(children(current))
        guard elements.count == 1, let inner = firstChild(elements[0]) else { return current }
        current = inner
      default:
        return current
      }
    }
  }

  /// The expression that an expression is unwrapped or marked in: the outermost of `try await x`.
  public func marked(_ expression: NodeID) -> NodeID {
    var current = expression
    while let parent = parent(current) {
      switch self[parent].kind {
      case .tryExpr, .awaitExpr, .optionalChain, .forceUnwrap: current = parent
      default: return current
      }
    }
    return current
  }

  /// Whether the value of an expression is not used: it stands as a statement or behind `_ =`.
  public func isDiscarded(_ expression: NodeID) -> Bool {
    let outer = marked(expression)
    guard let parent = parent(outer) else { return false }
    switch self[parent].kind {
    case .block, .file, .switchCase, .ifConfigClause:
      return true
    case .assign:
      return firstChild(parent).map { self[$0].kind == .wildcard && $0 != outer } ?? false
    case .binding:
      return firstChild(parent).map { self[$0].kind == .wildcard } ?? false
    default:
      return false
    }
  }

  /// The statement that a node stands in: the child of a block, a case or the file.
  public func statement(around node: NodeID) -> NodeID {
    var current = node
    while let parent = parent(current) {
      switch self[parent].kind {
      case .block, .file, .switchCase, .ifConfigClause: return current
      default: current = parent
      }
    }
    return current
  }

  /// The nearest function, initializer, accessor or closure around a node.
  public func function(around node: NodeID) -> NodeID? {
    ancestor(node, .funcDecl, .initDecl, .deinitDecl, .accessor, .closure)
  }

  /// Whether some descendant of a node satisfies a condition; closures and types inside count
  /// unless they are skipped.
  public func anyDescendant(
    of node: NodeID, skippingClosures: Bool = false, where matches: (NodeID) -> Bool
  ) -> Bool {
    firstDescendant(of: node, skippingClosures: skippingClosures, where: matches) != nil
  }

  /// The first descendant of a node that satisfies a condition.
  public func firstDescendant(
    of node: NodeID, skippingClosures: Bool = false, where matches: (NodeID) -> Bool
  ) -> NodeID? {
    var index = Int(node.index) + 1
    let end = Int(self[node].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      if matches(id) { return id }
      let kind = nodes[index].kind
      let isSkipped =
        skippingClosures && (kind == .closure || kind == .funcDecl || kind == .typeDecl)
      index = isSkipped ? Int(nodes[index].subtreeEnd) : index + 1
    }
    return nil
  }
}
