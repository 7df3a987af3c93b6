import IsoldeModel
import IsoldeTree

/// The lock under which most accesses to a property are made, and the accesses without any.
struct GuardingLock {
  /// The lock.
  var lock: HeldLocks.Lock
  /// The accesses under it.
  var guarded: [MemberAccesses.Access]
  /// The accesses with nothing held, at most one in each function.
  var unguarded: [MemberAccesses.Access]

  /// The guarding locks of a type's properties, by property.
  static func find(_ type: TypeEntry, in project: Project) -> [String: GuardingLock] {
    let members = MemberAccesses(type, in: project)
    let entry = EntryLocks(type, members, project)
    var result: [String: GuardingLock] = [:]
    for (name, accesses) in Dictionary(grouping: members.accesses, by: \.property) {
      guard let property = type.properties[name]?.fact, property.isMutable,
        !property.flags.contains(.isWeak), property.attributes.isEmpty
      else { continue }
      result[name] = judge(accesses.filter(entry.isTelling), entry)
    }
    return result
  }

  private static func judge(
    _ accesses: [MemberAccesses.Access], _ entry: EntryLocks
  ) -> GuardingLock? {
    let locks = accesses.flatMap { entry.locks(at: $0) }.filter { $0.kind == .lock }
    let counts = Dictionary(grouping: locks, by: { $0 }).mapValues(\.count)
    guard
      let lock = counts.max(by: { ($0.value, $1.key.path) < ($1.value, $0.key.path) })?.key
    else { return nil }
    let guarded = accesses.filter { entry.locks(at: $0).contains(lock) }
    let unguarded = accesses.filter { entry.locks(at: $0).isEmpty && !$0.isDoubtful }
    let isUsual = guarded.count > unguarded.count && Set(guarded.map(\.function)).count >= 2
    // Without a write somewhere nothing can go wrong.
    let isWritten = guarded.contains(where: \.isWrite) || unguarded.contains(where: \.isWrite)
    guard isUsual, isWritten, !unguarded.isEmpty else { return nil }
    return GuardingLock(lock: lock, guarded: guarded, unguarded: firstOfEach(unguarded))
  }

  private static func firstOfEach(
    _ accesses: [MemberAccesses.Access]
  ) -> [MemberAccesses.Access] {
    Dictionary(grouping: accesses, by: \.function).values.compactMap { group in
      group.first(where: \.isWrite) ?? group.first
    }.sorted { ($0.unit, $0.node) < ($1.unit, $1.node) }
  }
}
