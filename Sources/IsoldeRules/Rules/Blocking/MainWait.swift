import IsoldeModel
import IsoldeTree

/// What tells a wait of the main thread that a person notices from one that nobody does.
enum MainWait {
  /// Whether a program gets no other chance to wait: it is about to end.
  static func isLastChance(_ code: CodeContext) -> Bool {
    ["applicationWillTerminate", "applicationShouldTerminate"].contains(
      code.functionFact?.name ?? "")
  }

  /// Whether a closure runs on a thread of the system whatever stands around it.
  static func isElsewhere(_ body: Int, _ code: CodeContext) -> Bool {
    var current = body
    while current > 0 {
      if let parent = code.tree.parent(code.flow.bodies[current].node),
        code.tree[parent].kind == .assign, let target = code.tree.firstChild(parent),
        ["terminationHandler", "readabilityHandler"].contains(code.tree.name(target))
      {
        return true
      }
      current = code.flow.bodies[current].parent
    }
    return false
  }

  /// Whether a declaration goes to the main queue, which one does from another thread, whatever its
  /// type says.
  static func goesToMain(_ code: CodeContext) -> Bool {
    code.tree.anyDescendant(of: code.node) { node in
      code.tree[node].kind == .member && code.tree.name(node) == "main"
        && code.tree.source(node) == "DispatchQueue.main"
    }
  }

  /// Whether a wait lasts long enough to be noticed by somebody.
  static func isLong(
    _ call: BlockingCall, at index: FlowGraph.PointID, _ code: CodeContext
  )
    -> Bool
  {
    let node = code.flow.points[index].node
    switch call.kind {
    case .sleep:
      return !isShort(node, code.tree) && !isFollowedByExit(node, code.tree)
    case .wait:
      // A run loop goes on with the events.
      return call.name != "RunLoop.run" && !ZeroWait.isOne(node, code.tree)
        && !SemaphoreLock.isOne(node, code)
    case .process:
      return call.name != "readLine" && !code.tree.source(node).contains("WNOHANG")
    case .file:
      return PipeRead.waits(node, at: index, code)
    case .url, .queue:
      return false
    }
  }

  /// What to do instead.
  static func advice(for call: BlockingCall) -> String {
    switch call.kind {
    case .sleep: "use 'Task.sleep' in a task"
    case .process: "go on in the termination handler"
    case .file: "read on another thread"
    default: "make the function 'async' and await the work"
    }
  }

  /// Less than a tenth of a second, as a literal.
  private static func isShort(_ call: NodeID, _ tree: Tree) -> Bool {
    let amount = tree.argument(call, labelled: "forTimeInterval")
    guard let node = amount ?? tree.positionalArguments(call).first, tree[node].kind == .literal,
      let value = Double(tree.source(node).filter { $0 != "_" })
    else { return false }
    return tree.name(call) == "usleep" ? value < 100_000 : value < 0.1
  }

  /// `sleep(1); fatalError()` gives a report a last chance to be sent.
  private static func isFollowedByExit(_ call: NodeID, _ tree: Tree) -> Bool {
    let statement = tree.statement(around: call)
    guard let block = tree.parent(statement) else { return false }
    return tree.children(block).contains { other in
      tree[other].range.lowerBound > tree[statement].range.lowerBound
        && ["exit", "_exit", "_Exit", "abort", "fatalError", "preconditionFailure"].contains(
          tree.name(tree.unwrapped(other)))
    }
  }
}

/// Semaphores that serve as locks.
enum SemaphoreLock {
  /// Whether the code that waits also signals, so that others hold the semaphore for as long as it
  /// does.
  static func isOne(_ wait: NodeID, _ code: CodeContext) -> Bool {
    code.tree.name(wait) == "wait"
      && code.heldLocks.takings.contains { $0.holding.node == wait }
  }
}
