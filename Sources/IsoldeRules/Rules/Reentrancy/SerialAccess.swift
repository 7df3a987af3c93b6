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
    return takesLock(body, code) || isQueued(body, code)
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
      if let call = code.tree.call(takingClosure: node), isLockLike(code.tree.receiverName(call)) {
        return true
      }
      current = code.flow.bodies[current].parent
    }
    return false
  }

  private static func isLockLike(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["lock", "mutex", "semaphore", "serial", "gate", "taskqueue", "limiter"].contains {
      name.contains($0)
    }
  }
}
