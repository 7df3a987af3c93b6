import IsoldeModel
import IsoldeTree

/// Finds closures that belong to the main actor and are called from another thread.
struct MainActorClosureCalledOffMain: Rule {
  static let info = RuleInfo(
    id: "main-actor-closure-called-off-main", group: .isolation,
    summary: "a closure that was made on the main actor is called from another thread",
    reason: "it touches main-actor state from there, and in Swift 6 mode it can stop the program",
    tier: .optIn,
    triggers: ["DispatchQueue", "detached", "setEventHandler", "setCancelHandler", "Thread"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    var reported: Set<String> = []
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .call && tree[point.node].kind == .call {
      checkHandler(index, code, &report)
      guard let callee = tree.firstChild(point.node),
        let setter = StoredClosures(code).setter(calledBy: callee),
        code.offMainClosure(around: index) != nil, isAlwaysOffMain(callee, code),
        !MainAssumption.isGuarded(point.node, upTo: code.node, tree),
        let user = MainActorClosures(code.project, code.unit).first(passedTo: setter),
        reported.insert(setter.parameter.name).inserted
      else { continue }
      let function = code.project[user.function].fact
      report.report(
        tree[point.node].range,
        "this calls a closure that '\(function.name)' makes on the main actor, but not on the main "
          + "thread; declare the closure '@Sendable' or '@MainActor', so that its makers have to hop",
        notes: [
          .init(
            unit: user.unit, range: user.range,
            message: "'\(user.name)' belongs to the main actor, and so does the closure around it")
        ], confidence: .resolved)
    }
  }

  /// Whether the declaration calls the closure on no other thread: a flag may tell the two apart.
  private func isAlwaysOffMain(_ callee: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let name = tree.name(tree.unwrapped(callee))
    return code.flow.points.indices.allSatisfy { index in
      let point = code.flow.points[index]
      guard point.kind == .call, tree[point.node].kind == .call,
        let other = tree.firstChild(point.node), tree.name(tree.unwrapped(other)) == name,
        tree.unwrapped(other) != other || tree[other].kind == .identifier
      else { return true }
      return code.offMainClosure(around: index) != nil
    }
  }

  /// The handler of a dispatch source that is made on the main actor, for a queue that is not.
  private func checkHandler(
    _ index: FlowGraph.PointID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    let call = code.flow.points[index].node
    guard tree.name(call).hasPrefix("set"), tree.name(call).hasSuffix("Handler"),
      let closure = tree.closures(call).first, tree.attributes(closure).isEmpty,
      code.isOnMainActor(at: index), DispatchTargets(code).target(of: call) == .offMain
    else { return }
    let closures = MainActorClosures(code.project, code.unit)
    guard let type = code.type,
      let use = closures.use(in: tree[closure].range, of: code.node, type)
    else { return }
    report.report(
      use.range,
      "'\(use.name)' belongs to the main actor, but this handler runs on another thread; make the "
        + "handler '@Sendable' and hop in it, or give the source the main queue",
      notes: [
        .init(
          unit: code.unit, range: tree[tree.firstChild(call) ?? call].range,
          message: "the source calls its handlers on a queue that is not the main one")
      ], confidence: .resolved)
  }
}
