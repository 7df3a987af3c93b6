import IsoldeModel
import IsoldeTree

/// Finds accesses without the lock that guards the same property everywhere else.
struct InconsistentLockGuard: Rule {
  static let info = RuleInfo(
    id: "inconsistent-lock-guard", group: .sendability,
    summary: "a property is used under a lock in most places and without it in another",
    reason: "the access without the lock races with all the others",
    tier: .optIn)

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    guard type.kind == .classType, hasLock(type), !isLock(type) else { return }
    switch type.isolation {
    case .nonisolated, .unknown: break
    default: return
    }
    for (property, usual) in GuardingLock.find(type, in: file.project).sorted(by: {
      $0.key < $1.key
    }) {
      for access in usual.unguarded where access.unit == file.unit {
        self.report(access, property, usual, file, &report)
      }
    }
  }

  private func hasLock(_ type: TypeEntry) -> Bool {
    type.properties.values.contains { property in
      property.fact.type.map(LockLikeTypes.isLock) ?? LockLikeTypes.isLockName(property.fact.name)
    }
  }

  /// A class that is a lock itself takes care of its own.
  private func isLock(_ type: TypeEntry) -> Bool {
    LockLikeTypes.isLock(TypeName(type.name)) || type.functions["unlock"] != nil
  }

  private func report(
    _ access: MemberAccesses.Access, _ property: String, _ usual: GuardingLock, _ file: FileContext,
    _ report: inout Reporter
  ) {
    let lock = usual.lock.path.drop { $0 == "." }
    let example =
      usual.guarded.first { $0.isWrite && $0.function != access.function }
      ?? usual.guarded.first { $0.isWrite } ?? usual.guarded[0]
    let places = usual.guarded.count
    report.report(
      access.range(in: file.tree),
      "'\(property)' is \(access.isWrite ? "changed" : "read") here without '\(lock)', which guards it "
        + "in \(places) other places",
      notes: [
        .init(
          unit: example.unit, range: example.range(in: file.project.units[example.unit].tree),
          message: "here it is \(example.isWrite ? "changed" : "read") under '\(lock)'")
      ], confidence: .resolved)
  }
}
