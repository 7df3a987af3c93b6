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

  /// Whether anything in the class, or in a class it inherits, takes care of concurrent access.
  var isSynchronized: Bool { SynchronizedType.isSynchronized(type, project) }

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
