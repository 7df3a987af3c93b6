import IsoldeModel
import IsoldeTree

/// Finds `@unchecked Sendable` on types that the compiler could check.
struct UnneededUncheckedSendable: Rule {
  static let info = RuleInfo(
    id: "unneeded-unchecked-sendable", group: .sendability,
    summary:
      "'@unchecked Sendable' stands on a type whose members are all immutable and 'Sendable'",
    reason: "plain 'Sendable' would do, and would be checked when a member is added",
    tier: .warning, triggers: ["unchecked"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    for promise in UncheckedPromise.all(in: file) {
      // A reason may know of an older toolchain or another platform.
      guard !SafetyReason.isStated(on: promise.fact.node, promise.node, file.tree),
        let id = file.project.type(at: promise.fact.node, in: file.unit),
        isUnneeded(promise, file.project[id], file)
      else { continue }
      self.report(promise, file.project[id], file, &report)
    }
  }

  /// Whether the compiler would accept a promise as a checked conformance.
  func isUnneeded(_ promise: UncheckedPromise, _ type: TypeEntry, _ file: FileContext) -> Bool {
    isCheckable(type, file) && hasKnownMembers(type, promise, file)
  }

  /// Whether the compiler accepts a checked conformance here at all.
  private func isCheckable(_ type: TypeEntry, _ file: FileContext) -> Bool {
    // A checked conformance has to stand in the file of the type.
    guard let part = type.parts.first, part.unit == file.unit, !isConditional(type, file),
      type.isolation == .nonisolated
    else { return false }
    switch type.kind {
    case .structType, .enumType: return true
    case .classType:
      return type.flags.contains(.isFinal)
        && SendableTypes(file.project).inheritsOnlyProtocols(type)
    default: return false
    }
  }

  private func hasKnownMembers(
    _ type: TypeEntry, _ promise: UncheckedPromise, _ file: FileContext
  ) -> Bool {
    guard let part = type.parts.first else { return false }
    let declaration = file.project.units[part.unit].facts.types[part.fact].node
    var constraints = GenericClause(declaration, file.tree).constraints
    constraints.merge(GenericClause(promise.fact.node, file.tree).constraints) { $0 + $1 }
    let sendable = constraints.filter { $0.value.contains("Sendable") }.keys
    return SendableTypes(file.project).hasSendableMembers(type, Set(sendable))
  }

  /// A member or the type itself in an `#if` may look different elsewhere.
  private func isConditional(_ type: TypeEntry, _ file: FileContext) -> Bool {
    type.parts.contains { part in
      let unit = file.project.units[part.unit]
      let node = unit.facts.types[part.fact].node
      return unit.tree.ancestor(node, .ifConfig) != nil
        || unit.tree.anyDescendant(of: node, skippingClosures: true) {
          unit.tree[$0].kind == .ifConfig
        }
    }
  }

  private func report(
    _ promise: UncheckedPromise, _ type: TypeEntry, _ file: FileContext,
    _ report: inout Reporter
  ) {
    let tree = file.tree
    let start = tree[promise.attribute].range.lowerBound
    let stored = type.properties.values.contains { $0.fact.isStored && !$0.fact.isStatic }
    let kind = type.kind == .classType ? "class" : type.kind == .enumType ? "enum" : "struct"
    report.report(
      promise.range(in: tree),
      stored || type.kind == .enumType
        ? "'@unchecked' is not needed: everything that the \(kind) '\(type.name)' holds is "
          + "\(type.kind == .classType ? "immutable and " : "")'Sendable'; remove it so that the "
          + "compiler checks the \(kind)"
        : "'@unchecked' is not needed: the \(kind) '\(type.name)' holds nothing; remove it so that "
          + "the compiler checks the \(kind)",
      notes: [], confidence: .resolved,
      fix: Finding.Fix(
        "remove '@unchecked'", .review,
        [.init(start..<tree[promise.node].range.lowerBound, "")]))
  }
}
