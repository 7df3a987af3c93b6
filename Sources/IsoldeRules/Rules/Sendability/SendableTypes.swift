import IsoldeModel
import IsoldeTree

/// What is known about the sendability of types without asking the compiler.
///
/// A type that is neither declared in the project nor in the list is not known, and nothing is
/// concluded from it.
struct SendableTypes {
  private let project: Project

  /// Prepares to answer for a project.
  init(_ project: Project) { self.project = project }

  // MARK: - Types

  /// Whether values of a type are known to be `Sendable`.
  ///
  /// - Parameters:
  ///   - type: The type as written.
  ///   - context: The type in which it is written.
  ///   - sendable: Generic parameters that have to be `Sendable`.
  /// - Returns: `false` also if it is not known.
  func isSendable(_ type: TypeName, in context: TypeEntry, _ sendable: Set<String> = []) -> Bool {
    isSendable(type, in: context, sendable, depth: 0)
  }

  private func isSendable(
    _ type: TypeName, in context: TypeEntry, _ sendable: Set<String>, depth: Int
  ) -> Bool {
    guard !type.isFunction, depth < 6 else { return false }
    let arguments = type.arguments.allSatisfy {
      isSendable($0, in: context, sendable, depth: depth + 1)
    }
    if sendable.contains(type.base) { return true }
    if type.base.isEmpty { return !type.arguments.isEmpty && arguments }
    if let id = project.type(named: type.base, in: context.id, module: context.module) {
      let entry = project[id]
      if entry.kind != .extensionType || entry.inherits("Sendable") {
        return arguments && isSendable(entry, from: context.module, depth: depth + 1)
      }
    } else if project.analysis({ DeclaredTypes($0) }).contains(type.base) {
      return false  // Several declarations have the name.
    }
    return Self.guards.contains(type.base)
      || arguments
        && (ValueTypes.contains(type.base) && !Self.doubtful.contains(type.base)
          || ValueTypes.isContainer(type.base) || Self.references.contains(type.base))
  }

  private func isSendable(_ entry: TypeEntry, from module: Int, depth: Int) -> Bool {
    if entry.kind == .actorType { return true }
    if entry.kind != .protocolType, entry.attributes.contains(where: isGlobalActor) { return true }
    if conforms(entry, depth: 0) { return true }
    // The compiler infers it for values that other modules cannot see.
    guard entry.kind == .structType || entry.kind == .enumType, entry.module == module,
      !entry.flags.contains(.isPublic), !entry.flags.contains(.isGeneric), depth < 6
    else { return false }
    return hasSendableMembers(entry, depth: depth + 1)
  }

  private func isGlobalActor(_ attribute: String) -> Bool { attribute.hasSuffix("Actor") }

  private func conforms(_ entry: TypeEntry, depth: Int) -> Bool {
    entry.inherited.contains { name in
      if Self.protocols.contains(name.base) { return true }
      guard depth < 6,
        let id = project.type(named: name.base, in: entry.id, module: entry.module), id != entry.id
      else { return false }
      return project[id].kind == .protocolType && conforms(project[id], depth: depth + 1)
    }
  }

  // MARK: - Members

  /// Whether everything that instances of a type hold is known to be `Sendable`.
  func hasSendableMembers(_ entry: TypeEntry, _ sendable: Set<String> = []) -> Bool {
    hasSendableMembers(entry, sendable, depth: 0)
  }

  private func hasSendableMembers(
    _ entry: TypeEntry, _ sendable: Set<String> = [], depth: Int
  ) -> Bool {
    guard entry.attributes.allSatisfy({ Self.plainAttributes.contains($0) }) else { return false }
    return entry.properties.values.allSatisfy { isSendable($0, of: entry, sendable, depth) }
      && hasSendableCases(entry, sendable, depth)
  }

  private func isSendable(
    _ property: PropertyEntry, of entry: TypeEntry, _ sendable: Set<String>, _ depth: Int
  ) -> Bool {
    let fact = property.fact
    guard fact.isStored, !fact.isStatic else { return true }
    let refused: Node.Flags = [.isWeak, .isUnowned, .isLazy, .isNonisolatedUnsafe]
    guard fact.attributes.isEmpty, fact.flags.isDisjoint(with: refused),
      entry.kind != .classType || fact.isLet, let type = fact.type
    else { return false }
    if type.isFunction { return isSendableFunction(property) }
    return isSendable(type, in: entry, sendable, depth: depth)
  }

  /// `@Sendable` and isolated function types are `Sendable`.
  private func isSendableFunction(_ property: PropertyEntry) -> Bool {
    let tree = project.units[property.unit].tree
    guard let type = tree.child(property.fact.node, .typeRef) else { return false }
    return tree.attributes(type).contains { Self.functionAttributes.contains(tree.name($0)) }
  }

  private func hasSendableCases(
    _ entry: TypeEntry, _ sendable: Set<String>, _ depth: Int
  ) -> Bool {
    guard entry.kind == .enumType, let part = entry.parts.first else { return true }
    let unit = project.units[part.unit]
    let node = unit.facts.types[part.fact].node
    return unit.tree.children(node).allSatisfy { child in
      guard unit.tree[child].kind == .enumCase else { return unit.tree[child].kind != .ifConfig }
      return unit.tree.children(child).filter { unit.tree[$0].kind == .param }.allSatisfy {
        guard let type = unit.tree.child($0, .typeRef) else { return false }
        return isSendable(TypeName(type, in: unit.tree), in: entry, sendable, depth: depth)
      }
    }
  }

  // MARK: - Constraints

  /// Whether a type that satisfies a constraint is known to be possibly not `Sendable`.
  func allowsNonSendable(_ constraint: String, _ context: TypeEntry) -> Bool {
    if Self.openConstraints.contains(constraint) { return true }
    guard
      let id = project.type(named: constraint, in: context.id, module: context.module),
      project[id].kind == .protocolType
    else { return false }
    let entry = project[id]
    return !entry.attributes.contains(where: isGlobalActor)
      && entry.inherited.allSatisfy { $0.base != "Sendable" && allowsNonSendable($0.base, entry) }
  }

  /// Whether what a class inherits is certainly no class that the compiler would object to.
  func inheritsOnlyProtocols(_ entry: TypeEntry) -> Bool {
    entry.inherited.allSatisfy { name in
      if name.base == "NSObject" || Self.openConstraints.contains(name.base)
        || Self.protocols.contains(name.base)
      {
        return true
      }
      guard let id = project.type(named: name.base, in: entry.id, module: entry.module) else {
        return false
      }
      return project[id].kind == .protocolType
    }
  }

  private static let protocols: Set<String> = [
    "Sendable", "Error", "LocalizedError", "CustomNSError", "RecoverableError", "Actor",
    "CodingKey",
  ]

  private static let openConstraints: Set<String> = [
    "Any", "AnyObject", "Hashable", "Equatable", "Comparable", "Codable", "Decodable", "Encodable",
    "Identifiable", "Collection", "Sequence", "AsyncSequence", "AsyncIteratorProtocol",
    "IteratorProtocol", "CustomStringConvertible", "CustomDebugStringConvertible", "NSObject",
    "ObservableObject", "CaseIterable", "RawRepresentable", "OptionSet",
  ]

  /// Types that guard what they hold, whatever it is.
  private static let guards: Set<String> = ["Mutex", "OSAllocatedUnfairLock", "LockIsolated"]

  /// Types of the standard library and Foundation that are not values but `Sendable`.
  private static let references: Set<String> = [
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "DispatchQueue",
    "DispatchSemaphore", "Task", "AsyncStream", "AsyncThrowingStream", "AsyncStream.Continuation",
    "AsyncThrowingStream.Continuation", "CheckedContinuation", "UnsafeContinuation", "Never",
    "ManagedAtomic", "Atomic", "NIOLockedValueBox", "NIOLock",
  ]

  /// Values whose `Sendable` conformance depends on the toolchain or the platform.
  private static let doubtful: Set<String> = ["Logger", "CharacterSet", "Clock", "StringEncoding"]

  private static let functionAttributes: Set<String> = ["Sendable", "MainActor"]

  private static let plainAttributes: Set<String> = [
    "available", "frozen", "usableFromInline", "_spi", "dynamicMemberLookup", "objc",
    "propertyWrapper", "resultBuilder", "preconcurrency", "dynamicCallable",
  ]
}

/// The names of the types that a project declares itself.
struct DeclaredTypes: Sendable {
  private let names: Set<String>

  /// Reads the types of a project.
  init(_ project: Project) {
    names = Set(project.types.filter { $0.kind != .extensionType }.map(\.qualifiedName))
  }

  /// Whether a type has the name.
  func contains(_ name: String) -> Bool { names.contains(name) }
}
