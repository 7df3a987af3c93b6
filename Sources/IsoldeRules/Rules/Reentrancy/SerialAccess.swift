import IsoldeModel
import IsoldeTree

/// Code that an asynchronous lock or a serial queue runs one call at a time.
///
/// The domain lets other calls in at every suspension, but such a lock does not, so what was checked
/// stays true.
enum SerialAccess {
  /// Whether a body runs under a lock that lasts across its suspensions.
  static func isSerial(_ body: Int, _ code: CodeContext) -> Bool {
    if let fact = code.functionFact, saysSoInItsName(fact) { return true }
    return takesLock(body, code) || isQueued(body, code) || isStepOfSequence(code)
      || code.function.map { isCalledFromQueueOnly($0, code.project, depth: 0) } ?? false
  }

  /// `writeLocked`, `closeOnQueue`, `…AssumingOnQueue`: the caller holds the lock.
  private static func saysSoInItsName(_ fact: FunctionFact) -> Bool {
    let marks = ["Locked", "OnQueue", "Serially", "Serialized", "WhileHolding", "Exclusively"]
    if marks.contains(where: fact.name.contains) { return true }
    if fact.name.contains("AssumingOn") || fact.name.contains("On") && fact.name.hasSuffix("Queue")
    {
      return true
    }
    return fact.parameters.contains { parameter in
      let type = parameter.type.base
      return type.hasSuffix("Lock.Context") || type.hasSuffix("LockContext")
        || type.hasSuffix("LockToken")
    }
  }

  /// A private method that goes on by calling itself: the steps of one run, one after the other.
  private static func isStepOfSequence(_ code: CodeContext) -> Bool {
    guard let fact = code.functionFact, fact.isPrivate else { return false }
    return fact.effects.calls.contains {
      $0.name == fact.name && $0.receiver == .implicit && $0.isAwaited
    }
  }

  /// `await lock.acquire()` before anything else is asked.
  private static func takesLock(_ body: Int, _ code: CodeContext) -> Bool {
    code.flow.points(of: body).contains { index in
      let point = code.flow.points[index]
      guard point.kind == .call, point.flags.contains(.isAwaited) else { return false }
      let name = code.tree.name(point.node)
      guard
        ["lock", "acquire", "wait", "enter", "waitForTurn", "withLock", "withPermit"].contains(name)
      else { return false }
      return isLockLike(code.tree.receiverName(point.node))
        || code.tree.receiver(point.node).flatMap { code.type(of: $0) }.map { isLockLike($0.base) }
          ?? false
    }
  }

  /// The body is a closure that a serial queue or lock runs.
  private static func isQueued(_ body: Int, _ code: CodeContext) -> Bool {
    var current = body
    while current >= 0 {
      let node = code.flow.bodies[current].node
      if isQueueClosure(node, code.tree) { return true }
      current = code.flow.bodies[current].parent
    }
    return false
  }

  /// A closure that a lock or an asynchronous queue runs; a closure that awaits is not for a queue of
  /// the Dispatch library.
  private static func isQueueClosure(_ node: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .closure, let call = tree.call(takingClosure: node) else {
      return false
    }
    let name = tree.receiverName(call)
    if isLockLike(name) { return true }
    return name.lowercased().hasSuffix("queue")
      && tree.anyDescendant(of: node) { tree[$0].kind == .awaitExpr }
  }

  /// A private function whose every call stands in such a closure, or in such a function.
  private static func isCalledFromQueueOnly(
    _ id: FunctionID, _ project: Project, depth: Int
  ) -> Bool {
    let entry = project[id]
    guard depth < 3, entry.fact.isPrivate, let type = entry.type else { return false }
    var isCalled = false
    for caller in project[type].functions.values.joined() where caller != id {
      let tree = project.units[project[caller].unit].tree
      let declaration = project[caller].fact.node
      // Calls in tasks count as well, so effects are not enough.
      for call in tree.descendants(declaration)
      where tree[call].kind == .call && tree.name(call) == entry.fact.name && tree.isOnSelf(call) {
        let isQueued = tree.ancestors(call).contains {
          isQueueClosure($0, tree) || SharedTask.runs($0, of: declaration, tree)
        }
        guard isQueued || isCalledFromQueueOnly(caller, project, depth: depth + 1) else {
          return false
        }
        isCalled = true
      }
    }
    return isCalled
  }

  private static func isLockLike(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["lock", "mutex", "semaphore", "serial", "gate", "taskqueue", "limiter"].contains {
      name.contains($0)
    }
  }
}
