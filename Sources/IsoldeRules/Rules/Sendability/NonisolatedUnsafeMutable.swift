import IsoldeModel
import IsoldeTree

/// Finds global and static `nonisolated(unsafe) var` that is written although nothing guards it.
struct NonisolatedUnsafeMutable: Rule {
  static let info = RuleInfo(
    id: "nonisolated-unsafe-mutable", group: .sendability,
    summary: "a global or static 'nonisolated(unsafe) var' is written and nothing guards it",
    reason: "any thread can reach it, and the compiler was told not to look",
    tier: .optIn)

  func check(_ file: FileContext, _ report: inout Reporter) {
    let facts = file.project.units[file.unit].facts
    for property in facts.properties where isUnsafe(property) {
      check(property, facts.properties, nil, file, &report)
    }
    for type in facts.types {
      for property in type.properties where isUnsafe(property) && property.isStatic {
        let entry = file.project.type(at: type.node, in: file.unit).map { file.project[$0] }
        let members = entry?.properties.values.map(\.fact) ?? type.properties
        check(property, members + facts.properties, type.name, file, &report)
      }
    }
  }

  private func isUnsafe(_ property: PropertyFact) -> Bool {
    property.isMutable && property.flags.contains(.isNonisolatedUnsafe)
      && property.attributes.allSatisfy { Self.harmlessAttributes.contains($0) }
  }

  private func check(
    _ property: PropertyFact, _ neighbours: [PropertyFact], _ owner: String?, _ file: FileContext,
    _ report: inout Reporter
  ) {
    guard !isGuard(property), !neighbours.contains(where: isGuard),
      !locks(file), !isSignalState(file), !isForTests(property, owner, file.tree),
      !SafetyReason.isStated(on: property.declaration, file.tree),
      let write = write(to: property, owner, file)
    else { return }
    let scope = owner == nil ? "global" : "static"
    report.report(
      file.tree[property.node].range,
      "nothing guards the \(scope) variable '\(property.name)', and 'nonisolated(unsafe)' keeps the "
        + "compiler from saying so; hold it in a 'Mutex', isolate it, or say why it is safe",
      notes: [write], confidence: .resolved)
  }

  // MARK: - Guards

  /// Whether a property is a lock, a queue or a value that guards itself.
  private func isGuard(_ property: PropertyFact) -> Bool {
    if LockLikeTypes.isLockName(property.name) { return true }
    if property.name.lowercased().hasSuffix("queue") { return true }
    return property.type.map(LockLikeTypes.synchronizes) ?? false
  }

  /// Whether code in the file takes a lock of some kind that is declared elsewhere.
  private func locks(_ file: FileContext) -> Bool {
    Self.guardCalls.contains { file.tree.nameID($0) != nil }
  }

  // MARK: - Other uses

  /// A signal handler can reach nothing but globals, and may take no lock.
  private func isSignalState(_ file: FileContext) -> Bool {
    ["signal", "sigaction"].contains { name in
      file.calls(named: name).contains { file.tree.receiver($0) == nil }
    }
  }

  /// A hook that only tests set.
  private func isForTests(_ property: PropertyFact, _ owner: String?, _ tree: Tree) -> Bool {
    if TestOnlyCode.contains(property.declaration, tree) { return true }
    let comments = tree.comments(about: property.declaration).map { tree.text($0) }
    return ([property.name, owner ?? ""] + comments).contains {
      let text = $0.lowercased()
      return text.hasPrefix("test") || text.contains("testing") || text.contains("tests")
        || text.contains("mock")
    }
  }

  // MARK: - Writes

  private func write(
    to property: PropertyFact, _ owner: String?, _ file: FileContext
  ) -> Finding.Note? {
    let assignments = file.project.analysis { AssignedNames($0) }
    let place =
      assignments.places(of: property.name, in: file.unit).first
      ?? owner.flatMap { owner in
        property.isPrivate || property.flags.contains(.isPrivateSet)
          ? nil : assignments.places(of: property.name, memberOf: owner).first
      }
    return place.map { .init(unit: $0.unit, range: $0.range, message: "it is written here") }
  }

  private static let guardCalls = [
    "withLock", "lock", "sync", "synchronized", "withLockedValue", "withCriticalRegion",
    "objc_sync_enter", "os_unfair_lock_lock", "pthread_mutex_lock", "dispatchPrecondition",
    "assumeIsolated",
  ]

  /// Attributes that leave the storage as it is.
  private static let harmlessAttributes: Set<String> = [
    "available", "objc", "inlinable", "usableFromInline", "_spi", "discardableResult",
  ]
}
