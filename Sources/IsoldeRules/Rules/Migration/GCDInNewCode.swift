import IsoldeModel
import IsoldeTree

/// Finds dispatch queues, groups, semaphores and threads in code that should use tasks.
struct GCDInNewCode: Rule {
  static let info = RuleInfo(
    id: "gcd-in-new-code", group: .migration,
    summary: "background work is started with Dispatch or a thread",
    reason:
      "it has no cancellation, no priority escalation and no isolation that the compiler checks",
    tier: .optIn,
    triggers: ["DispatchQueue", "DispatchGroup", "DispatchSemaphore", "Thread", "OperationQueue"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for name in ["async", "asyncAfter"] {
      for call in file.calls(named: name) where isGlobalQueue(call, tree) && !isBridge(call, tree) {
        report.report(
          tree.firstChild(call) ?? call,
          "work is dispatched to a global queue; an '@concurrent' function or a task can be awaited, "
            + "cancelled and checked")
      }
    }
    for (name, advice) in Self.types {
      for call in file.calls(named: name) where tree.receiver(call) == nil && !isBridge(call, tree)
      {
        guard !tree.arguments(call).isEmpty || name != "Thread" else { continue }
        report.report(tree.firstChild(call) ?? call, "'\(name)' in code for tasks; \(advice)")
      }
    }
    for call in file.calls(named: "detachNewThread") where tree.receiverName(call) == "Thread" {
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
