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
    // An element that holds nothing costs nothing.
    for point in site.uses.calls(of: "yield")
    where !code.tree.arguments(flow.points[point].node).isEmpty {
      let body = flow.points[point].body
      if pulls(point, code) {
        return (
          flow.points[point].node,
          "this stream pulls as fast as it can into an unlimited buffer; use 'unfolding:' or a buffering "
            + "policy"
        )
      }
      if body != site.body,
        let source = RepeatingCallback.fastSource(of: flow.bodies[body].node, code)
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
    guard let loop = flow.loop(around: point), loop.kind == .loop,
      !isPushed(loop.node, code)
    else { return false }
    let waits = flow.points.indices.filter {
      flow.points[$0].kind == .suspend && flow.points[$0].body == flow.points[point].body
        && flow.regions(around: $0).contains { $0.node == loop.node }
    }
    return !waits.isEmpty && !waits.contains { isPause(flow.points[$0].node, code.tree) }
  }

  /// Whether a `for await` may run over something that is pushed: events, or a stream with a buffer.
  ///
  /// What is known to wait for its reader are the bytes of files and responses, and sequences of any
  /// type, which generic code has to take as such.
  private func isPushed(_ loop: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree[loop].kind == .forStmt, let node = tree.child(loop, at: 1) else { return false }
    let sequence = tree.unwrapped(node)
    switch EndlessSequences.end(of: sequence, in: code) {
    case .never, .producer: return true
    case .finite: return false
    case .unknown: break
    }
    guard tree[sequence].kind == .identifier else { return true }
    if tree.name(sequence) == "self" { return code.typeEntry?.kind != .extensionType }
    guard let local = code.local(named: tree[sequence].name, at: sequence) else { return true }
    return local.kind != .parameter || code.entry(of: sequence) != nil
  }

  /// A producer that sleeps between two elements sets its own pace.
  private func isPause(_ node: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .awaitExpr, let operand = tree.firstChild(node) else { return false }
    return tree.name(tree.unwrapped(operand)) == "sleep"
  }
}
