import IsoldeModel
import IsoldeTree

/// Where a dispatch queue, a thread or a dispatch source runs the closures that it is given.
enum DispatchTarget {
  /// The main queue.
  case main
  /// Any thread but the main one.
  case offMain
}

/// Reads dispatch targets off the syntax: queues are followed to the expression that makes them.
struct DispatchTargets {
  private let code: CodeContext
  private let tree: Tree

  init(_ code: CodeContext) {
    self.code = code
    tree = code.tree
  }

  /// Where a call runs its closure, if it is a dispatch and the queue is known.
  func target(of call: NodeID) -> DispatchTarget? {
    guard let receiver = tree.receiver(call) else {
      return tree.name(call) == "Thread" ? .offMain : nil
    }
    switch tree.name(call) {
    case "async", "asyncAfter", "sync", "asyncAndWait", "asyncUnsafe":
      return queue(receiver, depth: 0)
    case "detachNewThread":
      return tree.name(receiver) == "Thread" ? .offMain : nil
    case "concurrentPerform":
      return tree.name(receiver) == "DispatchQueue" ? .offMain : nil
    case "setEventHandler", "setCancelHandler", "setRegistrationHandler":
      return source(receiver, depth: 0)
    default:
      return nil
    }
  }

  /// Which queue an expression means.
  private func queue(_ expression: NodeID, depth: Int) -> DispatchTarget? {
    guard depth < 4 else { return nil }
    let node = tree.unwrapped(expression)
    switch tree[node].kind {
    case .member:
      guard let base = tree.firstChild(node) else {
        // `.main` and `.global()` as arguments.
        return tree.name(node) == "main" ? .main : nil
      }
      if tree.name(base) == "DispatchQueue" { return tree.name(node) == "main" ? .main : nil }
      return definition(of: node).flatMap { queue($0, depth: depth + 1) }
    case .call:
      return madeQueue(node)
    case .identifier:
      return definition(of: node).flatMap { queue($0, depth: depth + 1) }
    default:
      return nil
    }
  }

  private func madeQueue(_ call: NodeID) -> DispatchTarget? {
    switch tree.name(call) {
    case "global":
      let base = tree.receiver(call)
      return base == nil || base.map { tree.name($0) } == "DispatchQueue" ? .offMain : nil
    case "DispatchQueue", "DispatchSerialQueue", "DispatchConcurrentQueue":
      // A queue with a target can end on the main queue.
      return tree.receiver(call) == nil && tree.argument(call, labelled: "target") == nil
        ? .offMain : nil
    default:
      return nil
    }
  }

  /// On which queue a dispatch source calls its handlers.
  private func source(_ expression: NodeID, depth: Int) -> DispatchTarget? {
    guard depth < 4 else { return nil }
    let node = tree.unwrapped(expression)
    if tree[node].kind == .call {
      guard let base = tree.receiver(node), tree.name(base) == "DispatchSource",
        tree.name(node).hasPrefix("make")
      else { return nil }
      guard let queue = tree.argument(node, labelled: "queue") else { return .offMain }
      return self.queue(queue, depth: 0)
    }
    return definition(of: node).flatMap { source($0, depth: depth + 1) }
  }

  /// The only expression that gives a local or property its value.
  private func definition(of node: NodeID) -> NodeID? {
    if tree[node].kind == .identifier, let local = code.local(named: tree[node].name, at: node) {
      return local.kind == .variable ? nil : local.value
    }
    if tree[node].kind == .member {
      guard let base = tree.firstChild(node), ["self", "Self"].contains(tree.name(base)) else {
        return nil
      }
    }
    guard let property = code.property(named: tree.name(node)), property.unit == code.unit,
      property.fact.isLet || property.fact.flags.contains(.isLazy)
    else { return nil }
    return property.fact.value.flatMap { value in
      // `lazy var queue = { … }()` and other computed values say nothing.
      tree[tree.unwrapped(value)].kind == .call ? tree.unwrapped(value) : value
    }
  }
}

extension CodeContext {
  /// The closure around a point that certainly runs off the main thread, with nothing in between that
  /// goes back to it; `nil` if there is none.
  func offMainClosure(around point: FlowGraph.PointID) -> NodeID? {
    let targets = DispatchTargets(self)
    for region in flow.regions(around: point) {
      if region.isolation == .mainActor { return nil }
      guard region.kind == .lockedClosure, tree.name(region.node) == "sync" else { continue }
      // The block of `sync` runs on the caller's thread, except on the main queue.
      if targets.target(of: region.node) == .main { return nil }
    }
    let body = flow.bodies[flow.points[point].body]
    guard !tree.hasAttribute(body.node, "MainActor") else { return nil }
    switch body.role {
    case .detachedTask, .childTask:
      return body.node
    case .callback:
      guard let call = tree.call(takingClosure: body.node) else { return nil }
      return targets.target(of: call) == .offMain ? body.node : nil
    case .declaration, .localFunction, .task, .cancellationHandler, .value:
      return nil
    }
  }
}
