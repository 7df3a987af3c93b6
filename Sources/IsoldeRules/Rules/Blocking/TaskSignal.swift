import IsoldeModel
import IsoldeTree

/// The place in a task where a semaphore, group or condition is signalled that a thread waits for.
struct TaskSignal {
  /// The file of both places.
  var unit: Int
  /// What starts the task.
  var task: Range<Int>
  /// The signal.
  var signal: Range<Int>

  /// The signal for a wait, in the declaration of the wait or in another one of its type.
  static func find(for wait: FlowGraph.PointID, in code: CodeContext) -> TaskSignal? {
    let point = code.flow.points[wait]
    if let found = inDeclaration(of: wait, code) { return found }
    let steps = code.flow.originSteps(of: point.path)
    guard steps.count == 1, code.flow.paths.step(steps[0]) == .member,
      let name = code.memberName(of: point.path), let type = code.typeEntry,
      type.properties[name] != nil
    else { return nil }
    return inType(type, name, code)
  }

  // MARK: - In the same declaration

  private static func inDeclaration(
    of wait: FlowGraph.PointID, _ code: CodeContext
  ) -> TaskSignal? {
    let flow = code.flow
    let origin = flow.originSteps(of: flow.points[wait].path)
    for (index, point) in flow.points.enumerated()
    where isSignal(point, code) && flow.originSteps(of: point.path) == origin {
      if let task = task(around: point.body, code), !contains(task, flow.points[wait].body, flow),
        follows(wait, task, flow)
      {
        return TaskSignal(
          unit: code.unit, task: range(ofBody: task, code), signal: code.tree[point.node].range)
      }
      if let found = inCallback(index, wait, code) { return found }
    }
    return nil
  }

  /// The signal stands in a callback that the called function runs from a task.
  private static func inCallback(
    _ signal: FlowGraph.PointID, _ wait: FlowGraph.PointID, _ code: CodeContext
  ) -> TaskSignal? {
    let flow = code.flow
    let body = flow.points[signal].body
    guard body > 0, flow.bodies[body].role == .callback,
      flow.bodies[body].parent == flow.points[wait].body,
      flow.canReach(wait, from: flow.bodies[body].creation),
      let call = code.tree.call(takingClosure: flow.bodies[body].node),
      let callee = code.callee(of: call), let other = code.project.code(of: callee)
    else { return nil }
    let closures = Set(
      code.project[callee].fact.parameters.filter { $0.type.isFunction }.map(\.name))
    for point in other.flow.points where point.kind == .call {
      guard let target = other.tree.firstChild(point.node),
        closures.contains(other.tree.name(other.tree.unwrapped(target))),
        other.tree[other.tree.unwrapped(target)].kind == .identifier,
        let task = task(around: point.body, other)
      else { continue }
      return TaskSignal(
        unit: other.unit, task: range(ofBody: task, other), signal: other.tree[point.node].range)
    }
    return nil
  }

  // MARK: - In the type

  private static func inType(
    _ type: TypeEntry, _ name: String, _ code: CodeContext
  ) -> TaskSignal? {
    for id in type.functions.values.joined().sorted(by: { $0.index < $1.index })
    where id != code.function {
      guard mentions(name, id, code), let other = code.project.code(of: id) else { continue }
      for point in other.flow.points where isSignal(point, other) {
        let steps = other.flow.originSteps(of: point.path)
        guard steps.count == 1, other.memberName(of: point.path) == name,
          let task = task(around: point.body, other)
        else { continue }
        return TaskSignal(
          unit: other.unit, task: range(ofBody: task, other), signal: other.tree[point.node].range)
      }
    }
    return nil
  }

  /// Whether the source of a function has a name; its effects leave out what tasks do.
  private static func mentions(_ name: String, _ id: FunctionID, _ code: CodeContext) -> Bool {
    let entry = code.project[id]
    let tree = code.project.units[entry.unit].tree
    guard let nameID = tree.nameID(name) else { return false }
    return tree.anyDescendant(of: entry.fact.node) { tree[$0].name == nameID }
  }

  // MARK: - Bodies

  private static func isSignal(_ point: FlowGraph.Point, _ code: CodeContext) -> Bool {
    guard point.kind == .call, point.path != .none else { return false }
    return ["signal", "leave", "broadcast"].contains(code.tree.name(point.node))
  }

  /// The task that a body is, or is part of.
  static func task(around body: Int, _ code: CodeContext) -> Int? {
    var current = body
    while current >= 0 {
      switch code.flow.bodies[current].role {
      case .task, .detachedTask, .childTask: return current
      default: current = code.flow.bodies[current].parent
      }
    }
    return nil
  }

  private static func contains(_ outer: Int, _ body: Int, _ flow: FlowGraph) -> Bool {
    var current = body
    while current >= 0 {
      if current == outer { return true }
      current = flow.bodies[current].parent
    }
    return false
  }

  /// Whether the wait can come after the task was started, in the same body.
  private static func follows(_ wait: FlowGraph.PointID, _ task: Int, _ flow: FlowGraph) -> Bool {
    var current = task
    while current >= 0 {
      let body = flow.bodies[current]
      if body.parent == flow.points[wait].body { return flow.canReach(wait, from: body.creation) }
      current = body.parent
    }
    return false
  }

  private static func range(ofBody body: Int, _ code: CodeContext) -> Range<Int> {
    let node = code.flow.bodies[body].node
    let call = code.tree.call(takingClosure: node) ?? node
    return code.tree[code.tree.firstChild(call) ?? call].range
  }
}

/// Threads that nobody but their own work waits for: what a dispatch or operation queue runs.
enum DedicatedThread {
  /// Whether a body runs on such a thread.
  static func runs(_ body: Int, _ code: CodeContext) -> Bool {
    var current = body
    while current >= 0 {
      let node = code.flow.bodies[current].node
      if let call = code.tree.call(takingClosure: node),
        names.contains(code.tree.name(call)), code.tree.receiverName(call) != "main"
      {
        return true
      }
      switch code.flow.bodies[current].role {
      case .task, .detachedTask, .childTask: return false
      default: current = code.flow.bodies[current].parent
      }
    }
    return false
  }

  /// Whether a declaration belongs to an operation or a thread, or is called from C, where threads
  /// are those of the library.
  static func owns(_ code: CodeContext) -> Bool {
    let isWorker = code.project.lineage(of: code.type).contains { id in
      code.project[id].inherited.contains { ["Operation", "Thread"].contains($0.base) }
    }
    if isWorker { return true }
    // A body that was not parsed does not tell what it calls on a local; its names tell enough.
    let names = code.typeEntry.map { Array($0.functions.keys) } ?? []
    return code.project.functionIDs.contains { id in
      let entry = code.project[id]
      guard entry.fact.attributes.contains("_cdecl") else { return false }
      let tree = code.project.units[entry.unit].tree
      return names.contains { tree.nameID($0) != nil }
    }
  }

  private static let names: Set<String> = [
    "async", "asyncAfter", "addOperation", "addBarrierBlock", "Thread", "detachNewThread",
    "BlockOperation", "DispatchWorkItem", "addExecutionBlock",
  ]
}
