import IsoldeModel
import IsoldeTree

/// Finds threads that wait until a task signals them.
struct SemaphoreWaitsForTask: Rule {
  static let info = RuleInfo(
    id: "semaphore-waits-for-task", group: .blocking,
    summary: "a thread waits for a task, by a semaphore, a group, a condition or by polling",
    reason: "if the task needs that thread, or the pool has none left, nothing goes on",
    tier: .optIn, triggers: ["wait", "sleep", "usleep"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard !isProgramStart(code), !isKeptFromAsync(code), !PoolThread.asksForMainThread(code),
      !PoolThread.isHarness(code.unit, code.project)
    else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard !point.flags.contains(.isAwaited) else { continue }
      switch code.tree.name(point.node) {
      case "wait": checkWait(index, code, &report)
      case "sleep", "usleep": checkPolling(index, code, &report)
      default: break
      }
    }
  }

  /// The main function of a program can park its thread: nothing else needs it.
  private func isProgramStart(_ code: CodeContext) -> Bool {
    guard let fact = code.functionFact else { return code.type == nil }
    return fact.name == "main" && (fact.isStatic || code.type == nil)
  }

  /// `@available(*, noasync)` makes the compiler keep such a bridge out of async code.
  private func isKeptFromAsync(_ code: CodeContext) -> Bool {
    code.tree.attributes(code.node).contains { attribute in
      code.tree.name(attribute) == "available" && code.tree.source(attribute).contains("noasync")
    }
  }

  // MARK: - Semaphores and groups

  private func checkWait(
    _ wait: FlowGraph.PointID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let point = code.flow.points[wait]
    guard point.path != .none, !isBounded(point.node, code.tree), !passesAtFirst(wait, code),
      let call = BlockingCalls.call(point.node, in: code), call.kind == .wait,
      !DedicatedThread.runs(point.body, code), let signal = TaskSignal.find(for: wait, in: code),
      !DedicatedThread.owns(code)
    else { return }
    let name = code.tree.receiver(point.node).map { code.tree.source($0) } ?? ""
    report.report(
      code.tree[point.node].range,
      "the thread waits until a task signals '\(name)', and the task may need this thread; make the "
        + "function 'async' and await the work",
      notes: [
        .init(unit: signal.unit, range: signal.task, message: "this task has to run first"),
        .init(unit: signal.unit, range: signal.signal, message: "it signals here"),
      ], confidence: .resolved)
  }

  /// A wait with a time limit ends by itself.
  private func isBounded(_ wait: NodeID, _ tree: Tree) -> Bool {
    tree.arguments(wait).contains { !tree.label($0).isEmpty }
  }

  /// A semaphore that starts above zero lets the first wait through.
  private func passesAtFirst(_ wait: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    guard let value = code.flow.local(of: code.flow.points[wait].path)?.value,
      let count = code.tree.argument(code.tree.unwrapped(value), labelled: "value")
    else { return false }
    return code.tree.name(count) != "0" && code.flow.loop(around: wait) == nil
  }

  // MARK: - Polling

  /// A loop that sleeps until a variable changes that only a task changes.
  private func checkPolling(
    _ index: FlowGraph.PointID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let point = flow.points[index]
    guard !flow.bodies[point.body].isAsync, let loop = flow.loop(around: index),
      [.whileStmt, .repeatStmt].contains(code.tree[loop.node].kind),
      let call = BlockingCalls.call(point.node, in: code), call.kind == .sleep,
      !DedicatedThread.runs(point.body, code)
    else { return }
    for (check, read) in flow.points.enumerated()
    where read.kind == .read && read.flags.contains(.isCondition) && read.body == point.body {
      guard flow.loop(around: check)?.node == loop.node, let write = taskWrite(of: read.path, code)
      else { continue }
      report.report(
        point.node,
        "the thread polls '\(code.tree.source(read.node))' until a task changes it, and the task may "
          + "need this thread; make the function 'async' and await the work",
        notes: [(flow.points[write].node, "the task changes it here")], confidence: .resolved)
      return
    }
  }

  private func taskWrite(of path: PathID, _ code: CodeContext) -> FlowGraph.PointID? {
    let origin = code.flow.originSteps(of: path)
    return code.flow.points.indices.first { index in
      let point = code.flow.points[index]
      guard point.kind == .write || point.kind == .modify, point.path != .none,
        TaskSignal.task(around: point.body, code) != nil
      else { return false }
      return code.flow.originSteps(of: point.path) == origin
    }
  }
}
