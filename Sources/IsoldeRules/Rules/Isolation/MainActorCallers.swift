import IsoldeModel
import IsoldeTree

/// Finds where code of the main actor awaits a function of the project.
enum MainActorCallers {
  /// The first such place, if no other function has the name: then a call by it can mean no other.
  static func first(of id: FunctionID, _ project: Project) -> Finding.Note? {
    let name = project[id].fact.name
    guard isUnique(name, project) else { return nil }
    for unit in project.units.indices {
      let tree = project.units[unit].tree
      guard let nameID = tree.nameID(name), !tree.isSkeleton else { continue }
      for index in tree.nodes.indices
      where tree.nodes[index].kind == .call && tree.nodes[index].name == nameID {
        guard fits(NodeID(index), project[id].fact, tree),
          runsOnMainActor(NodeID(index), unit, project)
        else { continue }
        return .init(
          unit: unit, range: tree[NodeID(index)].range, message: "the main actor calls it here")
      }
    }
    return nil
  }

  /// Whether one function has a name, requirements of protocols not counted.
  private static func isUnique(_ name: String, _ project: Project) -> Bool {
    var count = 0
    for function in project.functions where function.fact.name == name && function.fact.hasBody {
      count += 1
      if count > 1 { return false }
    }
    return count == 1
  }

  /// Whether a call's labels fit the function, so that one of a framework is not taken for it.
  private static func fits(_ call: NodeID, _ function: FunctionFact, _ tree: Tree) -> Bool {
    let arguments = tree.arguments(call)
    let labels = arguments.filter { !tree[$0].flags.contains(.isTrailing) }.map { tree.label($0) }
    return function.accepts(labels: labels, trailingClosures: arguments.count - labels.count)
  }

  /// Whether an awaited call stands in a function of the main actor, or in a task that it starts.
  private static func runsOnMainActor(_ call: NodeID, _ unit: Int, _ project: Project) -> Bool {
    let tree = project.units[unit].tree
    var isAwaited = false
    for ancestor in tree.ancestors(call) {
      switch tree[ancestor].kind {
      case .awaitExpr:
        isAwaited = true
      case .closure:
        if tree.hasAttribute(ancestor, "MainActor") { return isAwaited }
        guard tree.attributes(ancestor).isEmpty, let outer = tree.call(takingClosure: ancestor),
          tree.name(outer) == "Task", tree.receiver(outer) == nil
        else { return false }
      case .funcDecl, .initDecl, .accessor:
        guard let function = project.function(at: ancestor, in: unit) else { return false }
        return isAwaited && project[function].isolation == .mainActor
      default: continue
      }
    }
    return false
  }
}
