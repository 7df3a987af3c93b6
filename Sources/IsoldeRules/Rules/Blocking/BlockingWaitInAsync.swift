import IsoldeModel
import IsoldeTree

/// Finds calls that park a thread of the cooperative pool.
struct BlockingWaitInAsync: Rule {
  static let info = RuleInfo(
    id: "blocking-wait-in-async", group: .blocking,
    summary: "async code makes a call that keeps its thread waiting",
    reason: "the pool has about one thread for each core; a few such calls stop every task",
    tier: .optIn, triggers: BlockingCalls.names)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard !PoolThread.isProgramStart(code), !PoolThread.hasOwnExecutor(code),
      !PoolThread.isCommandLineTool(code.unit, code.project)
    else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard code.flow.bodies[point.body].isAsync, !point.flags.contains(.isAwaited),
        let call = BlockingCalls.call(point.node, in: code), parks(call, at: index, code)
      else { continue }
      let thread =
        code.flow.isolation(at: index) == .mainActor ? "the main thread" : "a pool thread"
      report.report(
        point.node, "'\(call.name)' keeps \(thread) waiting; \(Self.advice(for: call))",
        confidence: .resolved, fix: SleepFix.make(for: point, at: index, call, code))
    }
  }

  /// Whether a call really waits, and for more than the system's own work.
  private func parks(_ call: BlockingCall, at index: FlowGraph.PointID, _ code: CodeContext) -> Bool
  {
    if call.isRejectedInAsync, !PoolThread.isInSynchronousClosure(index, code) { return false }
    let node = code.flow.points[index].node
    switch call.kind {
    case .wait: return call.name != "RunLoop.run"
    case .sleep: return true
    case .process:
      // Who asks a person at a terminal has nothing else to do.
      if call.name == "readLine" { return false }
      return !code.tree.source(node).contains("WNOHANG") && !PipeRead.ends(before: node, code)
    case .file: return PipeRead.waits(node, at: index, code)
    case .url, .queue: return false
    }
  }

  private static func advice(for call: BlockingCall) -> String {
    switch call.kind {
    case .sleep: "use 'Task.sleep'"
    case .process: "resume a continuation from the termination handler"
    case .file: "read on a thread of its own and resume a continuation"
    default: "await a continuation, a stream or a task instead"
    }
  }
}

/// Reads from the pipe of another process.
enum PipeRead {
  /// Whether the output of a process was read to its end already: then the process is about to exit,
  /// and what waited was the read.
  static func ends(before wait: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return tree.anyDescendant(of: code.node) { node in
      guard node < wait else { return false }
      switch tree[node].kind {
      case .call: return ["readDataToEndOfFile", "readToEnd"].contains(tree.name(node))
      case .forStmt:
        return tree[node].flags.contains(.isAwait)
          && tree.anyDescendant(of: node) { tree.name($0) == "fileHandleForReading" }
      default: return false
      }
    }
  }

  /// Whether a read lasts as long as the process: not once something waited for its end.
  static func waits(_ call: NodeID, at index: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    guard let receiver = code.tree.receiver(call),
      code.tree.name(code.tree.unwrapped(receiver)) == "fileHandleForReading"
        || code.tree.source(receiver).lowercased().contains("pipe")
    else { return false }
    let before = code.flow.reaching([index])
    return !code.flow.points.indices.contains { other in
      let point = code.flow.points[other]
      guard point.kind == .call, point.node != call, before.contains(other) else { return false }
      let name = code.tree.name(point.node)
      return name.lowercased().contains("waituntilexit") || name.hasPrefix("wait")
        || name.lowercased().contains("exit")
    }
  }
}

/// Replaces `sleep` and `usleep` by `Task.sleep`.
enum SleepFix {
  static func make(
    for point: FlowGraph.Point, at index: FlowGraph.PointID, _ call: BlockingCall,
    _ code: CodeContext
  ) -> Finding.Fix? {
    let units = ["sleep": "seconds", "usleep": "microseconds"]
    guard let unit = units[call.name], !point.flags.contains(.isDeferred),
      !PoolThread.isInSynchronousClosure(index, code),
      let amount = code.tree.positionalArguments(point.node).first,
      code.tree.statement(around: point.node) == point.node
    else { return nil }
    let canThrow = point.body == 0 && code.functionFact?.canThrow ?? false
    let text =
      "\(canThrow ? "try" : "try?") await Task.sleep(for: .\(unit)(\(code.tree.source(amount))))"
    return Finding.Fix("use 'Task.sleep'", .review, [.init(code.tree[point.node].range, text)])
  }
}
