import IsoldeModel
import IsoldeTree

/// Finds `MainActor.assumeIsolated` where the code certainly runs on another thread.
struct AssumeIsolatedOffMain: Rule {
  static let info = RuleInfo(
    id: "assume-isolated-off-main", group: .isolation,
    summary: "'MainActor.assumeIsolated' is reached from a queue or task that is not the main one",
    reason: "the assumption is checked at run time, and the program stops",
    tier: .experimental,
    triggers: ["assumeIsolated", "DispatchQueue", "DispatchSource", "detached", "addTask"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      if MainAssumption.isAssumption(point.node, code.tree) {
        checkDirect(index, code, &report)
      } else {
        checkCallee(index, code, &report)
      }
    }
  }

  private func checkDirect(
    _ index: FlowGraph.PointID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    let node = code.flow.points[index].node
    guard let closure = code.offMainClosure(around: index),
      !MainAssumption.isGuarded(node, upTo: closure, tree)
    else { return }
    report.report(
      node,
      "'\(Self.name(of: node, tree))' stops the program here: \(OffMainPlace.text(closure, tree)) "
        + "never runs on the main thread; hop with 'await' or dispatch to the main queue",
      notes: [(OffMainPlace.node(closure, tree), "this closure runs off the main thread")],
      confidence: .resolved)
  }

  /// A synchronous function that assumes the main thread, called where it cannot be.
  private func checkCallee(
    _ index: FlowGraph.PointID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    let point = code.flow.points[index]
    guard !point.flags.contains(.isAwaited), tree[point.node].kind == .call,
      let closure = code.offMainClosure(around: index), let callee = code.callee(of: point.node),
      !MainAssumption.isGuarded(point.node, upTo: closure, tree)
    else { return }
    let function = code.project[callee]
    let other = code.project.units[function.unit].tree
    guard !function.fact.isAsync, function.isolation != .mainActor,
      let assumption = MainAssumption.find(in: function.fact.node, other)
    else { return }
    report.report(
      tree[point.node].range,
      "'\(function.fact.name)' assumes the main thread, but \(OffMainPlace.text(closure, tree)) never "
        + "runs on it, so the program stops; hop with 'await' or dispatch to the main queue",
      notes: [
        .init(
          unit: function.unit, range: other[assumption].range,
          message: "the main thread is assumed here"),
        .init(
          unit: code.unit, range: tree[OffMainPlace.node(closure, tree)].range,
          message: "this closure runs off the main thread"),
      ], confidence: .resolved)
  }

  private static func name(of call: NodeID, _ tree: Tree) -> String {
    "MainActor." + tree.name(call)
  }
}

/// Calls that stop the program when they do not run on the main actor.
enum MainAssumption {
  /// Whether a call checks at run time that it is on the main actor, in every build.
  static func isAssumption(_ call: NodeID, _ tree: Tree) -> Bool {
    switch tree.name(call) {
    case "assumeIsolated", "preconditionIsolated": tree.receiverName(call) == "MainActor"
    default: false
    }
  }

  /// The first assumption that a function makes on every call: not in a closure or a branch.
  static func find(in function: NodeID, _ tree: Tree) -> NodeID? {
    guard let block = tree.child(function, .block), !tree[block].flags.contains(.isBlanked) else {
      return nil
    }
    return tree.firstDescendant(of: block, skippingClosures: true) { node in
      tree[node].kind == .call && isAssumption(node, tree)
        && !isGuarded(node, upTo: function, tree) && !isConditional(node, upTo: block, tree)
    }
  }

  /// Whether a condition around a node or before it asks which thread it is on.
  static func isGuarded(_ node: NodeID, upTo outer: NodeID, _ tree: Tree) -> Bool {
    guard let block = tree.child(outer, .block) else { return true }
    return tree.anyDescendant(of: block) { other in
      other < node
        && ["isMainThread", "pthread_main_np", "dispatchPrecondition", "getSpecific"]
          .contains(tree.name(other))
    }
  }

  private static func isConditional(_ node: NodeID, upTo block: NodeID, _ tree: Tree) -> Bool {
    for ancestor in tree.ancestors(node) {
      if ancestor == block { return false }
      switch tree[ancestor].kind {
      case .ifStmt, .guardStmt, .switchStmt, .ternary, .ifConfig: return true
      default: continue
      }
    }
    return false
  }
}

/// Names what runs a closure off the main thread.
enum OffMainPlace {
  static func text(_ closure: NodeID, _ tree: Tree) -> String {
    guard let call = tree.call(takingClosure: closure) else { return "this closure" }
    switch tree.name(call) {
    case "detached": return "a detached task"
    case "addTask", "addTaskUnlessCancelled", "addImmediateTask": return "a child task"
    case "Thread", "detachNewThread": return "a thread"
    case "setEventHandler", "setCancelHandler", "setRegistrationHandler":
      return "the handler of this dispatch source"
    default: return "this dispatch queue"
    }
  }

  /// The call that takes the closure, or the closure itself.
  static func node(_ closure: NodeID, _ tree: Tree) -> NodeID {
    tree.call(takingClosure: closure).flatMap { tree.firstChild($0) } ?? closure
  }
}
