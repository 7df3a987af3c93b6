import IsoldeTree

/// Everything that the files of a project declare, merged and resolved by name.
///
/// A project is built once from all files and never changes, so that files can be judged in
/// parallel.
public final class Project: Sendable {
  /// The files.
  public let units: [SourceUnit]
  /// The modules.
  public let modules: [ModuleSettings]
  /// The types.
  public let types: [TypeEntry]
  /// The functions, members and global ones.
  public let functions: [FunctionEntry]
  /// The global variables by name.
  public let globals: [String: [PropertyEntry]]

  let typesByName: [String: [TypeID]]
  let globalFunctions: [String: [FunctionID]]
  let memberFunctions: [String: [FunctionID]]
  let functionByNode: [[NodeID: FunctionID]]
  let typeByNode: [[NodeID: TypeID]]
  let stateEffects: [StateEffects]
  let memo = AnalysisMemo()

  /// Merges the facts of all files.
  ///
  /// - Parameters:
  ///   - units: The files, with facts.
  ///   - modules: The modules that the units refer to.
  /// - Complexity: O(*n*) in the number of declarations and calls.
  public init(units: [SourceUnit], modules: [ModuleSettings]) {
    var builder = ProjectBuilder(units: units, modules: modules)
    builder.mergeTypes()
    builder.addFunctions()
    builder.resolveIsolation()
    self.units = units
    self.modules = modules
    types = builder.types
    functions = builder.functions
    globals = builder.globals
    typesByName = builder.typesByName
    globalFunctions = builder.globalFunctions
    memberFunctions = builder.memberFunctions
    functionByNode = builder.functionByNode
    typeByNode = builder.typeByNode
    stateEffects = builder.effects()
  }

  /// The type with an id.
  public subscript(id: TypeID) -> TypeEntry { types[id.index] }

  /// The function with an id.
  public subscript(id: FunctionID) -> FunctionEntry { functions[id.index] }

  /// The type that a `typeDecl` node declares or extends.
  public func type(at node: NodeID, in unit: Int) -> TypeID? { typeByNode[unit][node] }

  /// The function that a declaration node stands for.
  public func function(at node: NodeID, in unit: Int) -> FunctionID? {
    functionByNode[unit][node]
  }

  /// The functions with a name, global ones and members of any type.
  public func functions(named name: String) -> [FunctionID] {
    (globalFunctions[name] ?? []) + (memberFunctions[name] ?? [])
  }

  /// The settings of a file's module.
  public func settings(of unit: Int) -> ModuleSettings { modules[units[unit].module] }

  /// The type a name means at a place, or `nil` if the project does not declare it or several do.
  ///
  /// - Parameters:
  ///   - name: The name as written, without generic arguments.
  ///   - context: The type around the place, whose nested types come first.
  ///   - module: The module of the place, whose types come before those of other modules.
  ///   - unit: The file of the place, whose private types come before those of other files.
  /// - Returns: The type.
  public func type(
    named name: String, in context: TypeID? = nil, module: Int, unit: Int? = nil
  ) -> TypeID? {
    TypeLookup.find(
      name, context.map { self[$0].qualifiedName }, module, types, typesByName, unit: unit)
  }
}

/// Finds a type by the name that stands in the source.
enum TypeLookup {
  static func find(
    _ name: String, _ context: String?, _ module: Int, _ types: [TypeEntry],
    _ byName: [String: [TypeID]], unit: Int? = nil
  ) -> TypeID? {
    var scope = context ?? ""
    while !scope.isEmpty {
      if let found = pick(byName[scope + "." + name], module, types, unit) { return found }
      scope = scope.lastIndex(of: ".").map { String(scope[..<$0]) } ?? ""
    }
    return pick(byName[name], module, types, unit)
  }

  private static func pick(
    _ ids: [TypeID]?, _ module: Int, _ types: [TypeEntry], _ unit: Int?
  ) -> TypeID? {
    guard let ids else { return nil }
    let own = ids.filter { types[$0.index].module == module }
    if own.count == 1 { return own[0] }
    let declared = (own.isEmpty ? ids : own).filter { types[$0.index].kind != .extensionType }
    if declared.count == 1 { return declared[0] }
    // Several files can have private types of one name.
    guard let unit else { return nil }
    let here = declared.filter { id in types[id.index].parts.contains { $0.unit == unit } }
    return here.count == 1 ? here[0] : nil
  }
}
