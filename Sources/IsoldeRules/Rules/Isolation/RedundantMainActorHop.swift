import IsoldeModel
import IsoldeTree

/// Finds `MainActor.run` in code that is on the main actor already.
struct RedundantMainActorHop: Rule {
  static let info = RuleInfo(
    id: "redundant-main-actor-hop", group: .isolation,
    summary: "'MainActor.run' in code that runs on the main actor anyway",
    reason: "it hides where the code runs and makes a plain statement look like a suspension",
    tier: .warning, triggers: ["MainActor"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call && tree.name(point.node) == "run" {
      guard tree.receiverName(point.node) == "MainActor", tree.closures(point.node).count == 1,
        code.isOnMainActor(at: index)
      else { continue }
      report.report(
        point.node,
        "this code is on the main actor already; 'MainActor.run' only wraps it",
        confidence: .resolved, fix: MainActorRun(point.node, tree).unwrapping)
    }
  }
}
