import IsoldeModel
import IsoldeTree

/// Finds dispatch queues, groups, semaphores and threads in code that could use tasks.
struct GCDInNewCode: Rule {
  static let info = RuleInfo(
    id: "gcd-in-new-code", group: .migration,
    summary: "code that could use a task starts background work with Dispatch or a thread",
    reason:
      "it has no cancellation, no priority escalation and no isolation that the compiler checks",
    tier: .optIn,
    triggers: ["DispatchQueue", "DispatchGroup", "DispatchSemaphore", "Thread", "OperationQueue"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for name in ["async", "asyncAfter"] {
      for call in file.calls(named: name)
      where isGlobalQueue(call, tree) && isNew(call, file) && !blocks(call, file) {
        report.report(
          tree.firstChild(call) ?? call,
          "work is dispatched to a global queue; an '@concurrent' function or a task can be awaited, "
            + "cancelled and checked")
      }
    }
    for (name, advice) in Self.types {
      for call in file.calls(named: name)
      where tree.receiver(call) == nil && isNew(call, file) && isReplaceable(name, call, file) {
        report.report(tree.firstChild(call) ?? call, "'\(name)' in code for tasks; \(advice)")
      }
    }
    for call in file.calls(named: "detachNewThread")
    where tree.receiverName(call) == "Thread" && isNew(call, file) && !blocks(call, file) {
      report.report(
        tree.firstChild(call) ?? call, "'Thread' in code for tasks; \(Self.threadAdvice)")
    }
  }

  private func isGlobalQueue(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let receiver = tree.receiver(call) else { return false }
    let queue = tree.unwrapped(receiver)
    return tree[queue].kind == .call && tree.name(queue) == "global"
      && tree.receiverName(queue) == "DispatchQueue"
  }

  /// Whether a call stands in code that has tasks at hand: in async code, in an actor, or in a module in
  /// Swift 6 mode.
  private func isNew(_ call: NodeID, _ file: FileContext) -> Bool {
    guard !isBridge(call, file.tree), !isTiedToCallers(call, file) else { return false }
    if file.settings.languageMode == 6 { return true }
    // A block that starts a task could have been one.
    if file.tree.anyDescendant(of: call, where: { file.tree[$0].kind == .awaitExpr }) {
      return true
    }
    guard let code = file.code(around: call) else { return false }
    return code.typeEntry?.kind == .actorType || isInAsyncCode(call, code)
  }

  /// Whether a synchronous function answers through a closure or waits for the work itself: then its
  /// callers would have to change.
  private func isTiedToCallers(_ call: NodeID, _ file: FileContext) -> Bool {
    guard let code = file.code(around: call), let fact = code.functionFact, !fact.isAsync else {
      return false
    }
    return fact.parameters.contains { $0.type.isFunction }
      || file.calls(named: "wait").contains { file.tree.contains(code.node, $0) }
  }

  private func isInAsyncCode(_ call: NodeID, _ code: CodeContext) -> Bool {
    code.flow.points.contains { $0.node == call && code.flow.bodies[$0.body].isAsync }
  }

  /// Whether a task could do what the object is made for.
  private func isReplaceable(_ name: String, _ call: NodeID, _ file: FileContext) -> Bool {
    let isAsync = file.code(around: call).map { isInAsyncCode(call, $0) } ?? false
    switch name {
    case "DispatchGroup":
      // What waits in synchronous code has to block.
      return isAsync || (!file.calls(named: "notify").isEmpty && file.calls(named: "wait").isEmpty)
    case "DispatchSemaphore": return isAsync
    case "OperationQueue":
      // Without operations it is there for a framework that calls back on it.
      return !file.calls(named: "addOperation").isEmpty && file.tree.nameID("delegateQueue") == nil
    case "Thread": return !file.tree.arguments(call).isEmpty && !blocks(call, file)
    default: return true
    }
  }

  /// Whether the work keeps its thread waiting, which a task must not do.
  private func blocks(_ call: NodeID, _ file: FileContext) -> Bool {
    guard let closure = file.tree.closures(call).first, let code = file.code(around: call) else {
      return true
    }
    return file.tree.anyDescendant(of: closure) { node in
      file.tree[node].kind == .call
        && (BlockingCalls.call(node, in: code) != nil
          || ["run", "wait", "accept", "read", "recv", "select", "poll"]
            .contains(file.tree.name(node)))
    }
  }

  /// Whether a call bridges to Dispatch on purpose: it stands in the closure of a continuation, or in
  /// an executor.
  private func isBridge(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.ancestors(node).contains { ancestor in
      switch tree[ancestor].kind {
      case .closure:
        return tree.call(takingClosure: ancestor).map { call in
          tree.name(call).hasPrefix("with") && tree.name(call).hasSuffix("Continuation")
        } ?? false
      case .typeDecl:
        return tree.children(ancestor).contains { child in
          tree[child].kind == .typeRef
            && ["SerialExecutor", "TaskExecutor", "Executor"].contains(tree.name(child))
        }
      default: return false
      }
    }
  }

  private static let threadAdvice = "a task or an actor with its own executor does the same"

  private static let types: [(String, String)] = [
    ("DispatchGroup", "a task group waits for its children without blocking a thread"),
    ("DispatchSemaphore", "an actor or an async limiter waits without blocking a thread"),
    ("OperationQueue", "a task group with a limit does the same"),
    ("Thread", threadAdvice),
  ]
}
