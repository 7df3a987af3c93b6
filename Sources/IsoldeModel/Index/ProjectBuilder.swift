import IsoldeTree

/// Merges the facts of files into the tables of a project.
struct ProjectBuilder {
  let units: [SourceUnit]
  let modules: [ModuleSettings]
  var types: [TypeEntry] = []
  var functions: [FunctionEntry] = []
  var globals: [String: [PropertyEntry]] = [:]
  var typesByName: [String: [TypeID]] = [:]
  var globalFunctions: [String: [FunctionID]] = [:]
  var memberFunctions: [String: [FunctionID]] = [:]
  var functionByNode: [[NodeID: FunctionID]]
  var typeByNode: [[NodeID: TypeID]]

  init(units: [SourceUnit], modules: [ModuleSettings]) {
    self.units = units
    self.modules = modules
    functionByNode = Array(repeating: [:], count: units.count)
    typeByNode = Array(repeating: [:], count: units.count)
  }

  // MARK: - Types

  mutating func mergeTypes() {
    // Declarations first, so that every extension finds the type it extends.
    for isExtension in [false, true] {
      for unit in units.indices {
        for (index, fact) in units[unit].facts.types.enumerated()
        where (fact.kind == .extensionType) == isExtension {
          if isExtension { extend(unit, index, fact) } else { declare(unit, index, fact) }
        }
      }
    }
  }

  private mutating func declare(_ unit: Int, _ index: Int, _ fact: TypeFact) {
    // A type that is declared in several branches of an `#if` is one type.
    let module = units[unit].module
    if let known = typesByName[fact.qualifiedName]?.first(where: {
      types[$0.index].module == module && types[$0.index].parts.contains { $0.unit == unit }
    }) {
      return merge(unit, index, fact, into: known)
    }
    let id = TypeID(index: types.count)
    var entry = TypeEntry(
      id: id, qualifiedName: fact.qualifiedName, kind: fact.kind, module: module)
    entry.flags = fact.flags
    entry.attributes = fact.attributes
    types.append(entry)
    typesByName[fact.qualifiedName, default: []].append(id)
    merge(unit, index, fact, into: id)
  }

  private mutating func extend(_ unit: Int, _ index: Int, _ fact: TypeFact) {
    let module = units[unit].module
    let known = TypeLookup.find(fact.qualifiedName, nil, module, unit, types, typesByName)
    if let known { return merge(unit, index, fact, into: known) }
    let id = TypeID(index: types.count)
    types.append(
      TypeEntry(id: id, qualifiedName: fact.qualifiedName, kind: .extensionType, module: module))
    typesByName[fact.qualifiedName, default: []].append(id)
    merge(unit, index, fact, into: id)
  }

  private mutating func merge(_ unit: Int, _ index: Int, _ fact: TypeFact, into id: TypeID) {
    types[id.index].parts.append(.init(unit: unit, fact: index))
    types[id.index].inherited += fact.inherited
    if types[id.index].parts.first?.unit == unit {
      types[id.index].isolatingInherited += fact.inherited
    }
    types[id.index].unchecked += fact.unchecked
    for property in fact.properties where types[id.index].properties[property.name] == nil {
      types[id.index].properties[property.name] = PropertyEntry(unit: unit, fact: property)
    }
    typeByNode[unit][fact.node] = id
  }

  // MARK: - Functions

  mutating func addFunctions() {
    for unit in units.indices {
      for property in units[unit].facts.properties {
        globals[property.name, default: []].append(PropertyEntry(unit: unit, fact: property))
      }
      for fact in units[unit].facts.functions {
        let id = add(fact, unit, nil)
        if fact.kind == .function { globalFunctions[fact.name, default: []].append(id) }
      }
      for type in units[unit].facts.types {
        guard let typeID = typeByNode[unit][type.node] else { continue }
        for fact in type.functions {
          let id = add(fact, unit, typeID)
          types[typeID.index].functions[fact.name, default: []].append(id)
          if fact.kind == .function { memberFunctions[fact.name, default: []].append(id) }
        }
      }
    }
  }

  private mutating func add(_ fact: FunctionFact, _ unit: Int, _ type: TypeID?) -> FunctionID {
    let id = FunctionID(index: functions.count)
    functions.append(FunctionEntry(unit: unit, type: type, fact: fact))
    functionByNode[unit][fact.node] = id
    return id
  }

  // MARK: - Isolation

  mutating func resolveIsolation() {
    var resolver = IsolationResolver(types: types, typesByName: typesByName, modules: modules)
    for index in types.indices {
      types[index].isolation = resolver.isolation(of: TypeID(index: index))
    }
    for index in functions.indices {
      functions[index].isolation = resolver.isolation(
        of: functions[index], module: units[functions[index].unit].module,
        extensionAttributes: extensionAttributes(of: functions[index]))
    }
  }

  /// The attributes of the extension that a member stands in; empty in a declaration.
  private func extensionAttributes(of function: FunctionEntry) -> [String] {
    guard function.type != nil else { return [] }
    let tree = units[function.unit].tree
    guard let outer = tree.ancestor(function.fact.node, .typeDecl),
      tree[outer].detail == .extensionType
    else { return [] }
    return tree.attributes(outer).map(tree.name)
      + (tree[outer].flags.contains(.isNonisolated) ? ["nonisolated"] : [])
  }

  // MARK: - Effects

  func effects() -> [StateEffects] {
    var collector = StateEffectCollector(types: types, functions: functions)
    return functions.indices.map { collector.effects(of: FunctionID(index: $0)) }
  }
}
