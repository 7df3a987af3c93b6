import IsoldeModel
import IsoldeTree

/// Finds state that async code changes through the main queue instead of awaiting the main actor.
struct DispatchMainAsyncInAsync: Rule {
  static let info = RuleInfo(
    id: "dispatch-main-async-in-async", group: .isolation,
    summary: "async code changes state through the main queue instead of awaiting the main actor",
    reason: "nobody waits for the change: what follows the call, and every caller, runs before it",
    tier: .optIn, triggers: ["DispatchQueue"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call && tree.name(point.node) == "async" {
      let isMainActor = code.flow.isolation(at: index) == .mainActor
      guard isMainQueue(point.node, tree), code.flow.bodies[point.body].isAsync,
        !point.flags.contains(.isDeferred), !code.flow.isInside(.lockedClosure, index),
        let closure = tree.closures(point.node).first,
        isAsyncCode(index, code), !isMainActor || canDoWithout(code),
        let change = LateChange(code, index, closure).observed
      else { continue }
      report.report(
        point.node,
        "nobody waits for this block, so the code after it and the callers see the state from before "
          + (isMainActor
            ? "it; this code is on the main actor already, so change the state in place"
            : "it; 'await MainActor.run' it, or make it a '@MainActor' function"),
        notes: [(change, "the state is changed here")], fix: isMainActor ? nil : fix(index, code))
    }
  }

  /// Whether main-actor code has no reason to leave a change for the next turn of the run loop, as views
  /// and their controllers do.
  private func canDoWithout(_ code: CodeContext) -> Bool {
    guard var type = code.typeEntry, type.kind == .classType else { return false }
    for _ in 0..<8 {
      let isView = type.inherited.contains { parent in
        let name = parent.lastComponent
        return MainActorNames.isClass(name) || MainActorNames.isProtocol(name)
          || ["View", "Controller", "Window", "Cell", "Delegate"].contains { name.hasSuffix($0) }
      }
      if isView { return false }
      guard let parent = code.project.superclass(of: type.id) else { return true }
      type = code.project[parent]
    }
    return false
  }

  /// Awaits the block instead, where an `await` can stand.
  private func fix(_ index: FlowGraph.PointID, _ code: CodeContext) -> Finding.Fix? {
    let tree = code.tree
    let call = code.flow.points[index].node
    let isSynchronous = code.flow.regions(around: index).contains {
      $0.kind == .inlineClosure || $0.kind == .elementClosure
    }
    guard !isSynchronous, tree.arguments(call).count == 1, let callee = tree.firstChild(call),
      let argument = tree.arguments(call).first, tree[argument].flags.contains(.isTrailing)
    else { return nil }
    return Finding.Fix(
      "await the main actor", .review, [.init(tree[callee].range, "await MainActor.run")])
  }

  private func isMainQueue(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let receiver = tree.receiver(call), tree.name(receiver) == "main" else { return false }
    return tree.firstChild(receiver).map { tree.name($0) } == "DispatchQueue"
  }

  /// Whether the code around is async itself, not a callback that happens to stand in async code.
  private func isAsyncCode(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    for region in code.flow.regions(around: point) where region.kind == .inlineClosure {
      if code.tree.name(region.node).hasSuffix("Continuation") { return false }
    }
    switch code.flow.bodies[code.flow.points[point].body].role {
    case .declaration, .localFunction, .task, .detachedTask, .childTask: return true
    case .cancellationHandler, .callback, .value: return false
    }
  }
}
