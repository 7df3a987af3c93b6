import IsoldeModel
import IsoldeTree

/// Protocols that only actors can conform to.
enum ActorProtocols {
  static func requiresActor(_ id: TypeID, _ project: Project, depth: Int = 0) -> Bool {
    let entry = project[id]
    guard entry.kind == .protocolType, depth < 8 else { return false }
    return entry.inherited.contains { inherited in
      if ["Actor", "AnyActor", "DistributedActor", "GlobalActor"].contains(inherited.lastComponent)
      {
        return true
      }
      guard let next = project.type(named: inherited.base, in: id, module: entry.module) else {
        return false
      }
      return requiresActor(next, project, depth: depth + 1)
    }
  }
}

/// Types whose constants hold no state, or hold it behind a protection of their own.
struct ConstantValues {
  private let project: Project
  private let module: Int

  init(_ project: Project, _ module: Int) {
    self.project = project
    self.module = module
  }

  /// Whether a `let` adds nothing that an actor would have to protect.
  func isConstant(_ property: PropertyEntry, in context: TypeID) -> Bool {
    guard let type = property.fact.type else { return isLiteral(property) }
    guard type.isFunction else { return isConstant(type, in: context) }
    // A `@Sendable` function protects what it captures.
    let tree = project.units[property.unit].tree
    return tree.child(property.fact.node, .typeRef).map {
      tree.source($0).utf8Offset(of: "@Sendable") != nil
    } ?? false
  }

  /// Whether the initial value is a literal, or a collection of literals.
  private func isLiteral(_ property: PropertyEntry) -> Bool {
    let tree = project.units[property.unit].tree
    guard let value = property.fact.value else { return false }
    let kinds: Set<Node.Kind> = [.literal, .arrayExpr, .dictionaryExpr, .prefix]
    return kinds.contains(tree[value].kind)
      && tree.descendants(value).allSatisfy { kinds.contains(tree[$0].kind) }
  }

  private func isConstant(_ name: TypeName, in context: TypeID, depth: Int = 0) -> Bool {
    guard depth < 6, !name.isFunction else { return false }
    if ValueTypes.contains(name.base) { return true }
    if ValueTypes.isContainer(name.base) {
      return !name.arguments.isEmpty
        && name.arguments.allSatisfy { isConstant($0, in: context, depth: depth + 1) }
    }
    guard !name.base.isEmpty,
      let id = project.type(named: name.base, in: context, module: module)
    else { return false }
    let entry = project[id]
    switch entry.kind {
    case .actorType: return true
    case .structType, .enumType: return isConstantStruct(entry, depth)
    case .classType, .protocolType: return promisesSafety(entry, 0)
    default: return false
    }
  }

  private func isConstantStruct(_ entry: TypeEntry, _ depth: Int) -> Bool {
    if entry.inherits("Sendable") || entry.inherits("Error") { return true }
    guard entry.kind == .structType else { return false }
    return entry.properties.values.allSatisfy { property in
      let fact = property.fact
      return fact.isStatic || !fact.isStored
        || fact.type.map { isConstant($0, in: entry.id, depth: depth + 1) } ?? false
    }
  }

  /// Whether a class or protocol is `Sendable`, or one of its protocols is.
  private func promisesSafety(_ entry: TypeEntry, _ depth: Int) -> Bool {
    guard depth < 6 else { return false }
    if case .globalActor = entry.isolation { return true }
    return entry.inherited.contains { inherited in
      if ["Sendable", "Actor", "AnyActor"].contains(inherited.lastComponent) { return true }
      guard let id = project.type(named: inherited.base, in: entry.id, module: entry.module),
        project[id].kind == .protocolType
      else { return false }
      return promisesSafety(project[id], depth + 1)
    }
  }
}
