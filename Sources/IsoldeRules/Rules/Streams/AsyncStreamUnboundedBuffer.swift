import IsoldeModel
import IsoldeTree

/// Finds streams whose producer does not wait for the consumer and whose buffer has no limit.
struct AsyncStreamUnboundedBuffer: Rule {
  static let info = RuleInfo(
    id: "asyncstream-unbounded-buffer", group: .streams,
    summary: "a producer that goes on by itself yields into a stream with an unlimited buffer",
    reason: "memory grows for as long as the consumer is slower than the producer",
    tier: .optIn, triggers: StreamSite.triggers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in StreamSite.all(in: code)
    where code.tree.argument(site.call, labelled: "bufferingPolicy") == nil {
      guard let (producer, message) = producer(of: site, code) else { continue }
      report.report(
        site.call, message, notes: [(producer, "elements are yielded here")], confidence: .resolved)
    }
  }

  /// A yield that nothing slows down, and what is wrong with it.
  private func producer(of site: StreamSite, _ code: CodeContext) -> (NodeID, String)? {
    let flow = code.flow
    for point in site.uses.calls(of: "yield") {
      let body = flow.points[point].body
      if pulls(point, code) {
        return (
          flow.points[point].node,
          "this stream pulls as fast as it can into an unlimited buffer; use 'unfolding:' or a buffering "
            + "policy"
        )
      }
      if body != site.body, let source = RepeatingCallback.source(of: flow.bodies[body].node, code)
      {
        return (
          flow.points[point].node,
          "\(source) can call faster than elements are consumed, and this buffer has no limit; choose a "
            + "buffering policy"
        )
      }
    }
    return nil
  }

  /// Whether a yield stands in a loop that waits for the next element of something else.
  private func pulls(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let flow = code.flow
    guard let loop = flow.loop(around: point), loop.kind == .loop else { return false }
    let isWaiting = flow.points.indices.contains {
      flow.points[$0].kind == .suspend && flow.points[$0].body == flow.points[point].body
        && flow.regions(around: $0).contains { $0.node == loop.node }
        && !isPause(flow.points[$0].node, code.tree)
    }
    return isWaiting
  }

  /// A producer that sleeps between two elements sets its own pace.
  private func isPause(_ node: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .awaitExpr, let operand = tree.firstChild(node) else { return false }
    return tree.name(tree.unwrapped(operand)) == "sleep"
  }
}
