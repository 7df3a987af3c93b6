import IsoldeModel
import IsoldeTree

/// Signs that the code of a class really runs on several threads.
struct ConcurrentUse {
  let type: TypeEntry
  let project: Project

  /// Whether an access stands in code that runs on the pool: a task without an actor, or an `async`
  /// function without one.
  func isConcurrent(_ access: MemberAccesses.Access) -> Bool {
    switch access.isolation {
    case .nonisolated, .concurrent: break
    default: return false
    }
    switch access.role {
    case .task, .detachedTask, .childTask: return true
    case .declaration, .localFunction: return project[access.function].fact.isAsync
    default: return false
    }
  }

  /// Where a function of the class is called from a task or an `async` function without an actor.
  func concurrentCall(of function: FunctionID) -> (unit: Int, range: Range<Int>)? {
    let name = project[function].fact.name
    for unit in project.units.indices {
      let tree = project.units[unit].tree
      guard !tree.isSkeleton, let id = tree.nameID(name) else { continue }
      for index in tree.nodes.indices
      where tree.nodes[index].kind == .call && tree.nodes[index].name == id {
        let call = NodeID(index)
        guard tree.receiver(call) != nil, isConcurrent(call, tree, unit, function) else { continue }
        return (unit, tree[call].range)
      }
    }
    return nil
  }

  private func isConcurrent(
    _ call: NodeID, _ tree: Tree, _ unit: Int, _ function: FunctionID
  ) -> Bool {
    guard let owner = declaration(around: call, tree, unit), let code = project.code(of: owner),
      code.callee(of: call) == function, let point = code.flow.point(.call, at: call)
    else { return false }
    switch code.flow.isolation(at: point) {
    case .nonisolated, .concurrent: break
    default: return false
    }
    let body = code.flow.bodies[code.flow.points[point].body]
    switch body.role {
    case .task, .detachedTask, .childTask: return true
    case .declaration: return body.isAsync
    default: return false
    }
  }

  private func declaration(around node: NodeID, _ tree: Tree, _ unit: Int) -> FunctionID? {
    for ancestor in tree.ancestors(node) {
      if let function = project.function(at: ancestor, in: unit) { return function }
    }
    return nil
  }
}
