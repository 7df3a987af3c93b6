import IsoldeModel
import IsoldeTree

/// Finds streams that stop yielding without being finished.
struct AsyncStreamNeverFinished: Rule {
  static let info = RuleInfo(
    id: "asyncstream-never-finished", group: .streams,
    summary: "the producer of a stream ends without finishing it",
    reason: "consumers wait for ever behind the last element",
    tier: .optIn, triggers: StreamSite.triggers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in StreamSite.all(in: code) where !site.escapes {
      if site.finishes(code).isEmpty {
        checkUnfinished(site, code, &report)
      } else {
        for body in site.uses.bodies.sorted() { checkGaps(body, site, code, &report) }
      }
    }
  }

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    StoredStreamContinuation.check(type, file, &report)
  }

  // MARK: - No finish at all

  private func checkUnfinished(
    _ site: StreamSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let yields = site.uses.calls(of: "yield")
    guard site.closure != nil, !yields.isEmpty, !site.handlesTermination,
      yields.allSatisfy({ canEnd(behind: $0, site, code.flow) })
    else { return }
    report.report(
      site.call,
      "nothing finishes this stream; its consumers wait for ever behind the last element",
      notes: yields.prefix(1).map { (code.flow.points[$0].node, "elements come from here only") },
      confidence: .resolved)
  }

  /// Whether the code that yields comes to an end by itself: it is not a callback, nor a loop without
  /// end.
  private func canEnd(
    behind point: FlowGraph.PointID, _ site: StreamSite, _ flow: FlowGraph
  ) -> Bool {
    let body = flow.points[point].body
    if body != site.body, !isTask(body, flow) || flow.bodies[body].parent != site.body {
      return false
    }
    let ways = flow.reachable(from: [point])
    return flow.points.indices.contains {
      ways.contains($0) && flow.points[$0].kind == .exitNormally
    }
  }

  private func isTask(_ body: Int, _ flow: FlowGraph) -> Bool {
    switch flow.bodies[body].role {
    case .task, .detachedTask: true
    default: false
    }
  }

  // MARK: - A way without a finish

  private func checkGaps(
    _ body: Int, _ site: StreamSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    guard isTask(body, flow), isAlone(body, site, flow), yields(in: body, site, flow) else {
      return
    }
    let search = ContinuationGapSearch(
      code, body: body, handles: site.finishes(in: body, code),
      isInside: { flow.points[$0].body == body })
    for gap in search.gaps(from: flow.bodies[body].entry) where !isCancellation(gap, code) {
      let node = flow.points[gap.point].node
      let message =
        gap.cause == .error
        ? "an error here ends the producer, but not the stream; catch it and finish with it"
        : "the producer ends here without finishing the stream; its consumers wait for ever"
      report.report(
        gap.cause == .error ? node : gap.leaving ?? node, message,
        notes: [(site.call, "this stream stays open")], confidence: .resolved)
    }
  }

  /// Whether no other code finishes the stream: not a sibling, nor what comes behind the task.
  private func isAlone(_ body: Int, _ site: StreamSite, _ flow: FlowGraph) -> Bool {
    site.uses.calls(of: "finish").allSatisfy { isInside(body, flow.points[$0].body, flow) }
  }

  private func yields(in body: Int, _ site: StreamSite, _ flow: FlowGraph) -> Bool {
    site.uses.calls(of: "yield").contains { isInside(body, flow.points[$0].body, flow) }
  }

  private func isInside(_ outer: Int, _ inner: Int, _ flow: FlowGraph) -> Bool {
    var current = inner
    while current >= 0 {
      if current == outer { return true }
      current = flow.bodies[current].parent
    }
    return false
  }

  /// Whether only a cancelled task takes this way: then the stream has ended already.
  private func isCancellation(_ gap: ContinuationGap, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let node = code.flow.points[gap.point].node
    if gap.cause == .error {
      // What stands in the arguments, such as `.seconds(1)`, does not throw.
      let call = tree.ancestor(node, .tryExpr) ?? node
      return ["sleep", "checkCancellation"].contains(tree.name(tree.unwrapped(call)))
    }
    return tree.name(node) == "isCancelled"
      || tree.anyDescendant(of: node) {
        tree.name($0) == "isCancelled" || tree.name($0) == "CancellationError"
      }
  }
}
