import IsoldeTree

/// Resolves where types and functions run, from what the source says.
struct IsolationResolver {
  let types: [TypeEntry]
  let typesByName: [String: [TypeID]]
  let modules: [ModuleSettings]
  private var known: [Int: Isolation] = [:]
  private var globalActors: Set<String> = ["MainActor"]

  init(types: [TypeEntry], typesByName: [String: [TypeID]], modules: [ModuleSettings]) {
    self.types = types
    self.typesByName = typesByName
    self.modules = modules
    for type in types where type.attributes.contains("globalActor") {
      globalActors.insert(type.name)
      globalActors.insert(type.qualifiedName)
    }
  }

  // MARK: - Types

  /// Where the members of a type run unless they say otherwise.
  mutating func isolation(of id: TypeID) -> Isolation {
    if let isolation = known[id.index] { return isolation }
    // A cycle of inheritance is broken code; it must not hang the resolver.
    known[id.index] = .unknown
    let isolation = resolve(types[id.index])
    known[id.index] = isolation
    return isolation
  }

  private mutating func resolve(_ type: TypeEntry) -> Isolation {
    if type.kind == .actorType { return .actorInstance }
    if let named = globalActor(in: type.attributes) { return named }
    if type.flags.contains(.isNonisolated) { return .nonisolated }
    if let inherited = inheritedIsolation(type) { return inherited }
    if type.kind == .extensionType { return externalIsolation(type) }
    if modules[type.module].defaultsToMainActor, !optsOutOfDefault(type) { return .mainActor }
    return .nonisolated
  }

  /// A type that the project only extends: its module is not there to be asked.
  private func externalIsolation(_ type: TypeEntry) -> Isolation {
    MainActorNames.isClass(type.name) || MainActorNames.isProtocol(type.name)
      ? .mainActor : .unknown
  }

  private mutating func inheritedIsolation(_ type: TypeEntry) -> Isolation? {
    for inherited in type.isolatingInherited {
      let name = inherited.lastComponent
      if let id = TypeLookup.find(
        inherited.base, type.qualifiedName, type.module, type.parts.first?.unit, types, typesByName),
        id != type.id
      {
        let isClass = types[id.index].kind == .classType
        let isProtocol = types[id.index].kind == .protocolType
        let isolation = isolation(of: id)
        if case .globalActor = isolation, isClass || isProtocol,
          !isDefault(isolation, for: types[id.index])
        {
          return isolation
        }
        if isClass { return isolation }
      } else if MainActorNames.isClass(name) || MainActorNames.isProtocol(name) {
        return .mainActor
      }
    }
    return nil
  }

  /// Whether a protocol is isolated only by its module's default, which does not reach conformers.
  private func isDefault(_ isolation: Isolation, for type: TypeEntry) -> Bool {
    type.kind == .protocolType && globalActor(in: type.attributes) == nil
  }

  private func optsOutOfDefault(_ type: TypeEntry) -> Bool {
    type.inherits("CodingKey") || type.attributes.contains("Model")
  }

  private func globalActor(in attributes: [String]) -> Isolation? {
    attributes.first(where: globalActors.contains).map { .globalActor($0) }
  }

  // MARK: - Functions

  /// Where a function runs.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - module: Its module.
  ///   - extensionAttributes: The attributes of the extension it stands in, if any.
  /// - Returns: The isolation that the language gives it.
  mutating func isolation(
    of function: FunctionEntry, module: Int, extensionAttributes: [String]
  ) -> Isolation {
    let fact = function.fact
    if fact.attributes.contains("concurrent") { return .concurrent }
    if fact.flags.contains(.isNonisolated) { return .nonisolated }
    if let named = globalActor(in: fact.attributes) { return named }
    if fact.parameters.contains(where: { $0.type.flags.contains(.isIsolated) }) { return .unknown }
    if extensionAttributes.contains("nonisolated") { return .nonisolated }
    if let named = globalActor(in: extensionAttributes) { return named }
    guard let type = function.type else {
      return modules[module].defaultsToMainActor ? .mainActor : .nonisolated
    }
    let isolation = isolation(of: type)
    switch isolation {
    case .actorInstance:
      if fact.isStatic { return .nonisolated }
      if fact.kind == .initializer { return fact.isAsync ? .actorInstance : .nonisolated }
      if fact.kind == .deinitializer, !fact.flags.contains(.isIsolated) { return .nonisolated }
      return .actorInstance
    case .globalActor where fact.kind == .deinitializer:
      return fact.flags.contains(.isIsolated) ? isolation : .nonisolated
    default:
      return isolation
    }
  }
}
