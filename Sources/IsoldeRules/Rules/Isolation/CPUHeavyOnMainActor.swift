import IsoldeModel
import IsoldeTree

/// Finds decoding, rendering and hashing of loaded data on the main actor.
struct CPUHeavyOnMainActor: Rule {
  static let info = RuleInfo(
    id: "cpu-heavy-on-main-actor", group: .isolation,
    summary: "data that was just loaded is decoded, rendered or hashed on the main actor",
    reason: "the main thread cannot draw or answer a touch until the work is done",
    tier: .experimental)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard code.flow.points.contains(where: { $0.kind == .suspend }) else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard let work = HeavyCall.name(of: point.node, code), code.isOnMainActor(at: index),
        !point.flags.contains(.isAwaited), let source = loadedValue(at: index, code)
      else { continue }
      report.report(
        point.node,
        "\(work) runs on the main actor although its input was loaded elsewhere; move it into a "
          + "'@concurrent' function",
        notes: [(source, "the data arrives here")])
    }
  }

  /// The suspension that brings a call's argument.
  private func loadedValue(at point: FlowGraph.PointID, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    let sources = code.valueSources.sources(of: point)
    if let source = sources.first(where: { code.flow.points[$0.point].kind == .suspend }) {
      return code.flow.points[source.point].node
    }
    let call = code.flow.points[point].node
    for argument in tree.arguments(call) {
      guard let value = tree.firstChild(argument), tree[value].kind == .identifier,
        let local = code.local(named: tree[value].name, at: value), let first = local.value
      else { continue }
      let all = [first] + Array(tree.descendants(first))
      if let source = all.first(where: { tree[$0].kind == .awaitExpr }) { return source }
    }
    return nil
  }
}
