import IsoldeModel
import IsoldeTree

/// Types that take care of concurrent access to their state: by a lock, a queue, an atomic or a wrapper.
struct SynchronizedType {
  private let project: Project

  private init(project: Project) { self.project = project }

  /// Whether anything in a type, or in a class it inherits, takes care of concurrent access.
  static func isSynchronized(_ type: TypeEntry, _ project: Project) -> Bool {
    let signs = SynchronizedType(project: project)
    return project.lineage(of: type.id).contains {
      signs.hasGuard(project[$0]) || signs.callsGuard(project[$0])
    }
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
}
