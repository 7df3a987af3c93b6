import IsoldeModel
import IsoldeTree

/// A class that says it may be shared between threads although the compiler did not check it.
struct SharedClass {
  let type: TypeEntry
  let project: Project

  /// The class, if a declaration is one whose promise can be judged here.
  init?(_ type: TypeEntry, in project: Project) {
    guard type.kind == .classType, type.unchecked.contains("Sendable") else { return nil }
    switch type.isolation {
    case .nonisolated: break
    default: return nil
    }
    self.type = type
    self.project = project
  }

  // MARK: - Signs of synchronization

  /// Whether anything in the class, or in a class it inherits, takes care of concurrent access.
  var isSynchronized: Bool {
    var current: TypeID? = type.id
    var steps = 0
    while let id = current, steps < 8 {
      if hasGuard(project[id]) || callsGuard(project[id]) { return true }
      current = project.superclass(of: id)
      steps += 1
    }
    return false
  }

  private func hasGuard(_ entry: TypeEntry) -> Bool {
    entry.properties.values.contains { property in
      let fact = property.fact
      if fact.attributes.contains(where: LockLikeTypes.isSynchronizingWrapper) { return true }
      if LockLikeTypes.isLockName(fact.name) || fact.name.lowercased().hasSuffix("queue") {
        return true
      }
      guard let name = fact.type else { return false }
      if mentionsGuard(name) { return true }
      return isWrapper(name.unwrapped, property.unit, entry.id)
    }
  }

  private func mentionsGuard(_ name: TypeName) -> Bool {
    LockLikeTypes.synchronizes(name) || name.arguments.contains(where: mentionsGuard)
  }

  /// A type of the project that has a lock of its own and holds a value of any type under it.
  private func isWrapper(_ name: TypeName, _ unit: Int, _ context: TypeID) -> Bool {
    guard
      let id = project.type(named: name.base, in: context, module: project.units[unit].module),
      id != context
    else { return false }
    let entry = project[id]
    guard entry.flags.contains(.isGeneric) || entry.functions.keys.contains(where: Self.isScope)
    else {
      return false
    }
    return entry.properties.values.contains {
      $0.fact.type.map(LockLikeTypes.synchronizes) ?? false
    }
  }

  private static func isScope(_ name: String) -> Bool {
    name.hasPrefix("with") || name == "mutate" || name == "locked" || name == "sync"
  }

  private func callsGuard(_ entry: TypeEntry) -> Bool {
    entry.functions.values.joined().contains { id in
      project[id].fact.effects.calls.contains {
        Self.guardCalls.contains($0.name) || Self.isLocking($0.name)
      }
    }
  }

  private static func isLocking(_ name: String) -> Bool {
    name.contains("Lock") || name.contains("lock_") || name.hasSuffix("_lock")
  }

  private static let guardCalls: Set<String> = [
    "sync", "synchronized", "objc_sync_enter", "performAndWait", "perform", "assertIsolated",
    "preconditionIsolated", "assumeIsolated", "preconditionInEventLoop", "assertInEventLoop",
    "dispatchPrecondition", "withCriticalRegion", "withCriticalScope", "lock", "isMainThread",
    "withLock", "isKnownUniquelyReferenced",
  ]

  // MARK: - Signs of confinement

  /// Whether the class is kept to one thread by what it inherits, by its name or by its comment.
  var isConfined: Bool {
    inheritsConfinement || hasConfinedName || statesReason || isGenerated || isCopyOnWrite
      || isConditional
  }

  private var inheritsConfinement: Bool {
    type.inherited.contains { inherited in
      let name = inherited.lastComponent
      if name.hasPrefix("URLSession") || name.hasPrefix("Channel") || name == "Operation" {
        return true
      }
      return !isKnown(inherited) && !Self.isProtocolName(name)
    }
  }

  private func isKnown(_ name: TypeName) -> Bool {
    if name.base == "NSObject" { return true }
    return project.type(named: name.base, in: type.id, module: type.module) != nil
  }

  /// Names that only protocols have, so that no unknown superclass can hide a lock.
  private static func isProtocolName(_ name: String) -> Bool {
    if protocols.contains(name) || protocolSuffixes.contains(where: name.hasSuffix) { return true }
    // `NEPacketTunnelProvider` is a class of a framework, `TokenProvider` somebody's protocol.
    let isPrefixed = name.prefix(3).filter(\.isUppercase).count == 3
    return !isPrefixed && weakSuffixes.contains(where: name.hasSuffix)
  }

  private static let protocolSuffixes = [
    "able", "ible", "Protocol", "Delegate", "Providing", "Handling", "DataSource",
  ]

  private static let weakSuffixes = ["Provider", "Observer", "Service"]

  private static let protocols: Set<String> = [
    "Sendable", "AnyObject", "Actor", "Error", "LocalizedError", "Equatable", "Hashable", "Codable",
    "AsyncSequence", "AsyncIteratorProtocol", "Sequence", "IteratorProtocol", "Collection",
    "ObservableObject", "NSCopying", "NSCoding", "NSSecureCoding", "CustomNSError",
  ]

  private var hasConfinedName: Bool {
    Self.confinedSuffixes.contains { type.name.hasSuffix($0) }
      || Self.confinedPrefixes.contains { type.name.hasPrefix($0) }
  }

  private static let confinedSuffixes = [
    "Box", "Wrapper", "Holder", "Ref", "Reference", "Storage", "Mock", "Fake", "Stub", "Spy",
    "Dummy", "Builder",
  ]

  private static let confinedPrefixes = ["Unsafe", "Unchecked", "Mock", "Fake", "Stub", "Preview"]

  private var isGenerated: Bool {
    guard let part = type.parts.first else { return false }
    let tree = project.units[part.unit].tree
    return tree.comments.prefix(8).contains { comment in
      let text = tree.text(comment).lowercased()
      return text.contains("generated") || text.contains("do not edit")
        || text.contains("do not modify")
    }
  }

  /// A class in an `#if` stands in for another one elsewhere.
  private var isConditional: Bool {
    guard let part = type.parts.first else { return false }
    let unit = project.units[part.unit]
    return unit.tree.ancestor(unit.facts.types[part.fact].node, .ifConfig) != nil
  }

  private var isCopyOnWrite: Bool {
    guard let part = type.parts.first else { return false }
    return project.units[part.unit].tree.nameID("isKnownUniquelyReferenced") != nil
  }

  /// Whether the comment on the declaration says why sharing is safe.
  private var statesReason: Bool {
    guard let part = type.parts.first else { return false }
    let tree = project.units[part.unit].tree
    let node = project.units[part.unit].facts.types[part.fact].node
    return SafetyReason.isStated(on: node, tree)
  }
}

/// Comments that say why unchecked code is safe.
enum SafetyReason {
  /// Whether a comment about a declaration speaks of threads, locks or of why it is safe.
  static func isStated(on node: NodeID, _ tree: Tree) -> Bool {
    tree.comments(about: node).contains { comment in
      let text = tree.text(comment).lowercased()
      return words.contains { text.contains($0) }
    }
  }

  private static let words = [
    "safe", "thread", "lock", "sendable", "queue", "concurren", "synchron", "serial", "isolat",
    "confine", "actor", "race", "event loop", "eventloop", "immutable", "only accessed",
    "exclusive",
  ]
}
