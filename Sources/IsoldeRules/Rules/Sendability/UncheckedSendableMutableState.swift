import IsoldeModel
import IsoldeTree

/// Finds `@unchecked Sendable` classes that change their state on several threads and guard it by
/// nothing.
struct UncheckedSendableMutableState: Rule {
  static let info = RuleInfo(
    id: "unchecked-sendable-mutable-state", group: .sendability,
    summary: "an '@unchecked Sendable' class changes its state and nothing guards it",
    reason: "two threads that use the object at once race, and the compiler was told not to look",
    tier: .optIn, triggers: ["unchecked"])

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    guard let shared = SharedClass(type, in: file.project), !shared.isConfined,
      !shared.isSynchronized
    else { return }
    let accesses = MemberAccesses(type, in: file.project).accesses
    let use = ConcurrentUse(type: type, project: file.project)
    let writes = accesses.filter { isChange($0, type, file.project) }
    for write in writes {
      guard let sign = sign(of: write, accesses, use) else { continue }
      self.report(write, sign, type, file, &report)
      return
    }
  }

  /// Whether an access changes state outside of any domain after the object was made.
  private func isChange(
    _ access: MemberAccesses.Access, _ type: TypeEntry, _ project: Project
  ) -> Bool {
    guard access.isWrite, let property = type.properties[access.property]?.fact,
      property.isMutable, !property.flags.contains(.isWeak), property.attributes.isEmpty
    else { return false }
    switch project[access.function].fact.kind {
    case .initializer, .deinitializer: return false
    default: break
    }
    switch access.isolation {
    case .nonisolated, .concurrent: return true
    default: return false
    }
  }

  /// Where it shows that a change can happen while another thread uses the property.
  private func sign(
    of write: MemberAccesses.Access, _ accesses: [MemberAccesses.Access], _ use: ConcurrentUse
  ) -> Finding.Note? {
    guard !isSetup(use.project[write.function].fact.name) else { return nil }
    if use.isConcurrent(write) {
      return .init(unit: write.unit, range: range(write, use), message: "this runs on the pool")
    }
    if let other = accesses.first(where: { $0.property == write.property && use.isConcurrent($0) })
    {
      return .init(
        unit: other.unit, range: range(other, use), message: "it is used here, on the pool")
    }
    if let call = use.concurrentCall(of: write.function) {
      return .init(unit: call.unit, range: call.range, message: "it is called here, on the pool")
    }
    return nil
  }

  /// Functions that run once, before the object is shared.
  private func isSetup(_ name: String) -> Bool {
    let prefixes = [
      "setUp", "setup", "configure", "install", "prepare", "bootstrap", "inject", "tearDown",
    ]
    return prefixes.contains { name.hasPrefix($0) }
  }

  private func range(_ access: MemberAccesses.Access, _ use: ConcurrentUse) -> Range<Int> {
    access.range(in: use.project.units[access.unit].tree)
  }

  private func report(
    _ write: MemberAccesses.Access, _ sign: Finding.Note, _ type: TypeEntry, _ file: FileContext,
    _ report: inout Reporter
  ) {
    guard let property = type.properties[write.property], property.unit == file.unit else { return }
    let declaration = file.tree[property.fact.node].range
    let isHere = write.unit == file.unit
    var notes: [Finding.Note] = [sign]
    if isHere {
      notes.insert(
        .init(unit: file.unit, range: declaration, message: "it is declared here"), at: 0)
    }
    report.report(
      isHere ? write.range(in: file.tree) : declaration,
      "'\(write.property)' of the '@unchecked Sendable' class '\(type.name)' is changed while other "
        + "threads can use it; guard it with a 'Mutex' or make the class an actor",
      notes: notes, confidence: .resolved)
  }
}
