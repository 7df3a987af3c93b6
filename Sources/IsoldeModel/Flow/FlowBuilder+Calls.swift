import IsoldeTree

extension FlowBuilder {
  mutating func lowerCall(_ node: NodeID) {
    guard let callee = tree.firstChild(node) else { return }
    let first = graph.points.count
    if tree[callee].kind == .closure { return lowerImmediateClosure(callee, node, first) }
    let receiver = lowerReceiver(of: callee)
    let (inline, hasLater) = lowerArguments(of: node)
    let changes =
      receiver != .none && tree[callee].kind == .member
      && MutatingMembers.contains(tree.name(node))
    if changes { emit(.modify, node, path: receiver, first: first) }
    let call = emit(.call, node, path: receiver, first: first)
    if neverReturns(node) {
      emitExit(.exitNever, node)
      return
    }
    for argument in inline { runInline(argument, node, receiver) }
    _ = hasLater
    if flags.contains(.canThrow), awaitedCall != node {
      branchOnError(from: frontier.last ?? call)
    }
  }

  /// Lowers what a method is called on; its path is what the call point names.
  private mutating func lowerReceiver(of callee: NodeID) -> PathID {
    switch tree[callee].kind {
    case .member:
      guard let base = tree.firstChild(callee) else { return .none }
      let first = graph.points.count
      let path = lowerPathParts(base)
      if path != .none, graph.paths.step(path) != .instance {
        emit(.read, base, path: path, first: first)
      }
      return path
    case .identifier:
      return purePath(callee)
    default:
      lower(callee)
      return .none
    }
  }

  /// Lowers arguments; closures that run during the call are returned to be run at it.
  private mutating func lowerArguments(of call: NodeID) -> (inline: [NodeID], hasLater: Bool) {
    var inline: [NodeID] = []
    var hasLater = false
    for argument in tree.children(call) where tree[argument].kind == .argument {
      guard let value = tree.firstChild(argument) else { continue }
      guard tree[value].kind == .closure else {
        lower(value)
        continue
      }
      if case .later(let role, let isolation) = ClosureRole.of(argument, in: call, tree) {
        addClosure(value, role, isolation)
        hasLater = true
      } else {
        inline.append(argument)
      }
    }
    return (inline, hasLater)
  }

  // MARK: - Closures in bodies of their own

  private mutating func addClosure(
    _ closure: NodeID, _ role: FlowGraph.BodyRole, _ isolation: Isolation?
  ) {
    let creation = emit(.closure, closure)
    let index = addBody(
      closure, role: role, isolation: closureIsolation(closure, isolation, role),
      isAsync: isAsyncClosure(closure, role), creation: creation)
    graph.points[creation].index = index
  }

  private func closureIsolation(
    _ closure: NodeID, _ given: Isolation?, _ role: FlowGraph.BodyRole
  ) -> Isolation {
    for attribute in tree.attributes(closure) {
      switch tree.name(attribute) {
      case "MainActor": return .mainActor
      case "concurrent": return .concurrent
      case "Sendable" where role == .callback || role == .value: return .nonisolated
      default: break
      }
    }
    return given ?? currentIsolation
  }

  private func isAsyncClosure(_ closure: NodeID, _ role: FlowGraph.BodyRole) -> Bool {
    if tree[closure].flags.contains(.isAsync) { return true }
    switch role {
    case .task, .detachedTask, .childTask: return true
    default: return containsOwnAwait(closure)
    }
  }

  private func containsOwnAwait(_ closure: NodeID) -> Bool {
    var index = Int(closure.index) + 1
    let end = Int(tree[closure].subtreeEnd)
    while index < end {
      let node = tree.nodes[index]
      if node.kind == .awaitExpr { return true }
      if node.kind == .forStmt, node.flags.contains(.isAwait) { return true }
      index = node.kind == .closure ? Int(node.subtreeEnd) : index + 1
    }
    return false
  }

  mutating func lowerStoredClosure(_ node: NodeID) {
    addClosure(node, .value, nil)
  }

  // MARK: - Closures that run where they stand

  private mutating func runInline(_ argument: NodeID, _ call: NodeID, _ receiver: PathID) {
    guard let closure = tree.firstChild(argument) else { return }
    switch ClosureRole.of(argument, in: call, tree) {
    case .once:
      runClosure(closure, call, .inlineClosure, parameters: .none)
    case .perElement:
      runPerElement(closure, call, receiver)
    case .underLock:
      emit(.lock, call, path: receiver)
      let state =
        receiver == .none || tree.name(call) == "sync"
        ? PathID.none : graph.paths.add(.field, parent: receiver)
      runClosure(closure, call, .lockedClosure, parameters: state)
      if !frontier.isEmpty { emit(.unlock, call, path: receiver) }
    case .onActor(let isolation):
      emit(.suspend, call)
      runClosure(closure, call, .actorClosure, parameters: .none, isolation: isolation)
    case .later:
      break
    }
  }

  private mutating func runPerElement(_ closure: NodeID, _ call: NodeID, _ receiver: PathID) {
    let head = emit(.loopHead, call)
    let exits = frontier
    let element = receiver == .none ? PathID.none : graph.paths.add(.element, parent: receiver)
    runClosure(closure, call, .elementClosure, parameters: element)
    for point in frontier { connect(point, head) }
    frontier = exits
    emit(.join, call)
  }

  /// Runs a closure's statements here; its `return` ends it and its errors go on.
  private mutating func runClosure(
    _ closure: NodeID, _ call: NodeID, _ kind: FlowGraph.Region.Kind, parameters: PathID,
    isolation: Isolation? = nil
  ) {
    guard let block = tree.child(closure, .block) else { return }
    let mark = scope.mark
    within(kind, call, isolation: isolation) { builder in
      let outerFlags = builder.flags
      let outerAwaited = builder.awaitedCall
      builder.flags = outerFlags.intersection([.isDeferred])
      builder.awaitedCall = nil
      builder.bindParameters(of: closure, parameters)
      builder.frames.append(Frame(.function))
      builder.lowerBlock(block)
      let frame = builder.frames.removeLast()
      builder.frontier += frame.returners
      builder.flags = outerFlags
      builder.awaitedCall = outerAwaited
      if builder.frontier.count > 1 { builder.emit(.join, call) }
    }
    scope.restore(mark)
  }

  /// The first parameter of a closure stands for the locked state or the element.
  private mutating func bindParameters(of closure: NodeID, _ source: PathID) {
    var isFirst = true
    var hasParameters = false
    for child in tree.children(closure) {
      switch tree[child].kind {
      case .param:
        hasParameters = true
        declare(
          name: tree[child].name, .closureParameter, child, source: isFirst ? source : .none,
          type: tree.child(child, .typeRef))
        isFirst = false
      case .capture:
        declareCapture(child)
      default: break
      }
    }
    if !hasParameters, let name = tree.nameID("$0") {
      declare(name: name, .closureParameter, closure, source: source)
    }
  }

  private mutating func lowerImmediateClosure(
    _ closure: NodeID, _ call: NodeID, _ first: PointID
  ) {
    _ = lowerArguments(of: call)
    emit(.call, call, first: first)
    runClosure(closure, call, .inlineClosure, parameters: .none)
  }

  // MARK: - Macros and calls without return

  mutating func lowerMacro(_ node: NodeID) {
    let first = graph.points.count
    for argument in tree.children(node) where tree[argument].kind == .argument {
      if let value = tree.firstChild(argument) { lower(value) }
    }
    emit(.call, node, first: first)
  }

  private func neverReturns(_ call: NodeID) -> Bool {
    guard let callee = tree.firstChild(call), tree[callee].kind == .identifier else {
      return false
    }
    switch tree.name(call) {
    case "fatalError", "preconditionFailure", "exit", "abort", "_exit", "unimplemented": return true
    default: return false
    }
  }
}
