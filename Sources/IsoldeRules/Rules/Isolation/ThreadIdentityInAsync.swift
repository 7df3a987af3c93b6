import IsoldeModel
import IsoldeTree

/// Finds async code whose course depends on the thread that it happens to run on.
struct ThreadIdentityInAsync: Rule {
  static let info = RuleInfo(
    id: "thread-identity-in-async", group: .isolation,
    summary: "async code asks on which thread it runs",
    reason:
      "a task changes threads at its awaits, so the answer says nothing about the code behind them",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let finder = ThreadIdentity(code)
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call || point.kind == .read {
      guard code.flow.bodies[point.body].isAsync, let use = finder.use(at: index),
        !isSettled(use, index, code)
      else { continue }
      report.report(
        code.tree[point.node].range,
        "'\(use.name)' in async code: the task can be on another thread after its next await; ask for "
          + "the actor with '#isolation' or 'MainActor.assertIsolated()'",
        notes: use.declaration.map { [$0] } ?? [], confidence: .resolved)
    }
  }

  /// Whether the answer is certain or only printed: an assertion that the isolation keeps true, code on
  /// the main actor, a log line.
  private func isSettled(
    _ use: ThreadIdentity.Use, _ index: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let tree = code.tree
    let node = code.flow.points[index].node
    if use.asksForMain, code.isOnMainActor(at: index) { return true }
    for ancestor in tree.ancestors(node) {
      switch tree[ancestor].kind {
      case .literal: return true
      case .call:
        if Self.logNames.contains(tree.name(ancestor).lowercased()) { return true }
        if use.asksForMain, Self.assertions.contains(tree.name(ancestor)) {
          return isNegated(node, upTo: ancestor, tree)
        }
      case .block, .closure: return false
      default: continue
      }
    }
    return false
  }

  /// `assert(!Thread.isMainThread)` holds wherever the main actor is not.
  private func isNegated(_ node: NodeID, upTo call: NodeID, _ tree: Tree) -> Bool {
    tree.ancestors(node).prefix { $0 != call }.contains {
      tree[$0].kind == .prefix && tree.name($0) == "!"
    }
  }

  private static let assertions: Set<String> = [
    "assert", "precondition", "assertionFailure", "XCTAssertTrue", "XCTAssertFalse", "XCTAssert",
  ]

  private static let logNames: Set<String> = [
    "print", "log", "debug", "info", "warning", "error", "trace", "notice", "nslog", "debugprint",
    "dump", "os_log", "verbose", "fault",
  ]
}
