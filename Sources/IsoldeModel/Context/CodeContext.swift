import IsoldeTree

/// One declaration with code: a function, an accessor, a property's initial value, or the statements
/// at the top level of a file.
public struct CodeContext: Sendable {
  /// The whole project.
  public let project: Project
  /// The index of the file in the project.
  public let unit: Int
  /// The file's syntax.
  public let tree: Tree
  /// The declaration's node.
  public let node: NodeID
  /// The function, if it is one.
  public let function: FunctionID?
  /// The type it is a member of.
  public let type: TypeID?
  /// What can happen in it.
  public let flow: FlowGraph

  let memo = AnalysisMemo()

  /// Where the declaration itself runs.
  public var isolation: Isolation { flow.bodies.first?.isolation ?? .unknown }

  /// The type it is a member of.
  public var typeEntry: TypeEntry? { type.map { project[$0] } }

  /// The facts of the function, if it is one.
  public var functionFact: FunctionFact? { function.map { project[$0].fact } }

  /// Whether the declaration itself can suspend.
  public var isAsync: Bool { flow.bodies.first?.isAsync ?? false }

  /// The settings of the module.
  public var settings: ModuleSettings { project.settings(of: unit) }

  /// The property of the enclosing type that a path starts with; globals and locals have none.
  public func property(of path: PathID) -> PropertyEntry? {
    guard let name = memberName(of: path) else { return nil }
    return property(named: name)
  }

  /// The property of the enclosing type, or of a class it inherits in the project.
  public func property(named name: String) -> PropertyEntry? {
    for id in project.lineage(of: type) {
      if let entry = project[id].properties[name] { return entry }
    }
    return nil
  }

  /// The name of the member of `self` or global that a path starts with; names that stand for
  /// locked state or an element lead back to where that is stored.
  public func memberName(of path: PathID) -> String? {
    for step in flow.originSteps(of: path) {
      switch flow.paths.step(step) {
      case .member, .field: return tree.names[Int(flow.paths.name(step))]
      case .instance: continue
      default: return nil
      }
    }
    return nil
  }
}

extension FlowGraph {
  /// The steps of a path from its root, locals that only name another path being replaced by it:
  /// `$0` in `items.forEach { $0.cancel() }` is an element of `items`.
  public func originSteps(of path: PathID) -> [PathID] {
    guard path != .none else { return [] }
    var steps = paths.steps(path)
    var turns = 0
    while let first = steps.first, paths.step(first) == .local, turns < 16 {
      let local = locals[Int(paths.name(first))]
      guard local.source != .none, local.kind != .variable else { break }
      steps = paths.steps(local.source) + steps.dropFirst()
      turns += 1
    }
    return steps
  }

  /// The local at the root of a path.
  public func local(of path: PathID) -> Local? {
    guard path != .none else { return nil }
    let root = paths.root(path)
    return paths.step(root) == .local ? locals[Int(paths.name(root))] : nil
  }
}
