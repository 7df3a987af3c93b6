import IsoldeModel
import IsoldeTree

/// Code whose thread others need: that of the pool and the main thread.
enum PoolThread {
  /// Whether a declaration is the start of a program: nothing else needs its thread yet.
  static func isProgramStart(_ code: CodeContext) -> Bool {
    guard let fact = code.functionFact else { return code.type == nil }
    return fact.name == "main" && (fact.isStatic || code.type == nil)
  }

  /// Whether a declaration belongs to an actor that brings an executor of its own, which may block.
  static func hasOwnExecutor(_ code: CodeContext) -> Bool {
    switch code.isolation {
    case .actorInstance:
      return code.typeEntry?.properties["unownedExecutor"] != nil
    case .globalActor(let name):
      let module = code.project.units[code.unit].module
      guard let id = code.project.type(named: name, in: code.type, module: module) else {
        return false
      }
      let names = ["unownedExecutor", "sharedUnownedExecutor"]
      return names.contains { code.project[id].properties[$0] != nil }
    default:
      return false
    }
  }

  /// Whether a file belongs to a program for the terminal, which has little else to do while it waits.
  static func isCommandLineTool(_ file: Int, _ project: Project) -> Bool {
    let unit = project.units[file]
    if unit.facts.imports.contains(where: { $0 == "ArgumentParser" || $0 == "PackagePlugin" }) {
      return true
    }
    let modules = project.analysis { TerminalModules($0) }
    if modules.known.contains(unit.module) { return true }
    return unit.path.split(separator: "/").contains { $0.hasSuffix("CLI") || $0.hasSuffix("cli") }
  }

  /// Whether a file measures or tests: what it does to threads is its purpose.
  static func isHarness(_ file: Int, _ project: Project) -> Bool {
    project.units[file].path.split(separator: "/").contains { part in
      part.hasSuffix("Tests") || part.contains("Benchmark") || part.contains("Performance")
    }
  }

  /// Whether a declaration looks which thread it is on, as in
  /// `if Thread.isMainThread { … } else { DispatchQueue.main.sync { … } }`.
  static func asksForMainThread(_ code: CodeContext) -> Bool {
    code.tree.anyDescendant(of: code.node) { node in
      ["isMainThread", "dispatchPrecondition"].contains(code.tree.name(node))
    }
  }

  /// Whether a point lies in a synchronous closure of async code, where the compiler accepts what it
  /// rejects in the code around it.
  static func isInSynchronousClosure(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    code.flow.regions(around: point).contains { region in
      switch region.kind {
      case .elementClosure, .lockedClosure: true
      case .inlineClosure: code.tree.name(region.node).hasSuffix("Continuation")
      default: false
      }
    }
  }
}

/// The targets whose program is a command: its `@main` type is one of ArgumentParser's. An app that
/// also has a command line is none.
private struct TerminalModules: Sendable {
  private(set) var known: Set<Int> = []

  /// Reads the types of a project.
  init(_ project: Project) {
    for type in project.types where type.attributes.contains("main") {
      if type.inherits("AsyncParsableCommand") || type.inherits("ParsableCommand") {
        known.insert(type.module)
      }
    }
  }
}
