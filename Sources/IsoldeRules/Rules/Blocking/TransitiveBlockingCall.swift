import IsoldeModel
import IsoldeTree

/// Finds calls from async code of synchronous functions that block somewhere inside.
struct TransitiveBlockingCall: Rule {
  static let info = RuleInfo(
    id: "transitive-blocking-call", group: .blocking,
    summary: "async code calls a function of the project that keeps its thread waiting",
    reason:
      "the compiler looks only at the call itself; what the function does inside blocks as well",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard code.flow.bodies.contains(where: \.isAsync), !PoolThread.isProgramStart(code),
      !PoolThread.hasOwnExecutor(code), !PoolThread.isCommandLineTool(code.unit, code.project)
    else { return }
    var reported: Set<FunctionID> = []
    let blocking = code.project.analysis { BlockingFunctions($0) }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard code.flow.bodies[point.body].isAsync, !point.flags.contains(.isAwaited),
        let callee = code.callee(of: point.node), let reason = blocking.reason(of: callee)
      else { continue }
      let isolation = code.flow.isolation(at: index)
      guard !reason.isForPoolOnly || isolation != .mainActor, reported.insert(callee).inserted
      else { continue }
      self.report(reason, at: code.tree[point.node].range, isolation, &report)
    }
  }

  /// Async functions in which nothing is said of concurrency were not parsed; their calls are known
  /// by name.
  func check(_ file: FileContext, _ report: inout Reporter) {
    let project = file.project
    guard !PoolThread.isCommandLineTool(file.unit, project) else { return }
    for function in project.functionIDs(in: file.unit) where project[function].fact.isAsync {
      let entry = project[function]
      guard entry.fact.hasBody, project.code(of: function) == nil else { continue }
      var reported: Set<FunctionID> = []
      let blocking = project.analysis { BlockingFunctions($0) }
      for call in entry.fact.effects.calls {
        guard let callee = project.callee(of: call, in: function),
          let reason = blocking.reason(of: callee),
          !reason.isForPoolOnly || entry.isolation != .mainActor, reported.insert(callee).inserted
        else { continue }
        self.report(reason, at: file.tree[call.node].range, entry.isolation, &report)
      }
    }
  }

  private func report(
    _ reason: BlockingFunctions.Reason, at range: Range<Int>, _ isolation: Isolation,
    _ report: inout Reporter
  ) {
    let thread = isolation == .mainActor ? "the main thread" : "a pool thread"
    let chain = (reason.chain + [reason.call.name]).map { "'\($0)'" }.joined(separator: " → ")
    report.report(
      range, "'\(reason.chain[0])' keeps \(thread) waiting: \(chain)",
      notes: [.init(unit: reason.unit, range: reason.range, message: "it waits here")],
      confidence: .resolved)
  }
}
