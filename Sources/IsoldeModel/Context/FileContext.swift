import IsoldeTree

/// One file of a project as a rule sees it.
public struct FileContext: Sendable {
  /// The whole project.
  public let project: Project
  /// The index of the file in the project.
  public let unit: Int
  /// The file's syntax.
  public let tree: Tree
  /// Every call in the file, in source order.
  public let calls: [NodeID]
  /// The declarations with code, in source order, each with its flow.
  public let code: [CodeContext]
  /// The types that the file declares, extensions not counted.
  public let types: [TypeEntry]

  private let callsByName: [UInt32: [NodeID]]

  /// Prepares a file for judgement: builds the flow of everything in it.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public init(project: Project, unit: Int) {
    let tree = project.units[unit].tree
    self.project = project
    self.unit = unit
    self.tree = tree
    var calls: [NodeID] = []
    var byName: [UInt32: [NodeID]] = [:]
    if !tree.isSkeleton {
      for index in tree.nodes.indices where tree.nodes[index].kind == .call {
        calls.append(NodeID(index))
        byName[tree.nodes[index].name, default: []].append(NodeID(index))
      }
    }
    self.calls = calls
    callsByName = byName
    code = tree.isSkeleton ? [] : CodeFinder.find(project: project, unit: unit)
    types = project.units[unit].facts.types.compactMap { fact in
      guard fact.kind != .extensionType, let id = project.type(at: fact.node, in: unit) else {
        return nil
      }
      let entry = project[id]
      let first = entry.parts.first
      return first?.unit == unit
        && project.units[unit].facts.types[first?.fact ?? 0].node == fact.node
        ? entry : nil
    }
  }

  /// The settings of the file's module.
  public var settings: ModuleSettings { project.settings(of: unit) }

  /// The calls of functions with a name, in source order.
  public func calls(named name: String) -> [NodeID] {
    guard let id = tree.nameID(name) else { return [] }
    return callsByName[id] ?? []
  }

  /// The declaration with code that a node stands in.
  public func code(around node: NodeID) -> CodeContext? {
    code.last { tree.contains($0.node, node) }
  }
}
