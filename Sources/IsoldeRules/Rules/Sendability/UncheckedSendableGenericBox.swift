import IsoldeModel
import IsoldeTree

/// Finds generic wrappers that make a value of any type `Sendable`.
struct UncheckedSendableGenericBox: Rule {
  static let info = RuleInfo(
    id: "unchecked-sendable-generic-box", group: .sendability,
    summary: "an '@unchecked Sendable' generic type holds a value that need not be 'Sendable'",
    reason: "whatever is put into it crosses to other threads, and the compiler says nothing",
    tier: .optIn, triggers: ["unchecked"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    for promise in UncheckedPromise.all(in: file) {
      guard let id = file.project.type(at: promise.fact.node, in: file.unit) else { continue }
      check(promise, file.project[id], file, &report)
    }
  }

  private func check(
    _ promise: UncheckedPromise, _ type: TypeEntry, _ file: FileContext, _ report: inout Reporter
  ) {
    guard type.kind == .structType || type.kind == .classType, type.flags.contains(.isGeneric),
      type.flags.isDisjoint(with: [.isPrivate, .isFileprivate]),
      let part = type.parts.first
    else { return }
    let unit = file.project.units[part.unit]
    let declaration = unit.facts.types[part.fact]
    // What cannot be copied is handed over instead of shared.
    guard !GenericClause.header(of: declaration.node, unit.tree).contains("~Copyable"),
      !isJustified(promise, type, file)
    else { return }
    let clause = GenericClause(declaration.node, unit.tree)
    let condition = GenericClause(promise.fact.node, file.tree)
    let sendability = SendableTypes(file.project)
    for name in clause.parameters {
      let asked = (clause.constraints[name] ?? []) + (condition.constraints[name] ?? [])
      guard asked.allSatisfy({ sendability.allowsNonSendable($0, type) }),
        let property = holder(of: name, type), !isHandedOver(name, type, file.project)
      else { continue }
      report.report(
        promise.range(in: file.tree),
        "'\(type.name)' makes every '\(name)' 'Sendable' and nothing guards it; ask for "
          + "'\(name): Sendable' or take the value with 'sending'",
        notes: [
          .init(
            unit: property.unit,
            range: file.project.units[property.unit].tree[property.fact.node].range,
            message: "the value is held here")
        ])
      return
    }
  }

  /// A stored property that holds a value of a generic parameter.
  private func holder(of parameter: String, _ type: TypeEntry) -> PropertyEntry? {
    type.properties.values.filter {
      $0.fact.isStored && !$0.fact.isStatic && $0.fact.attributes.isEmpty
        && ($0.fact.type.map { holds(parameter, $0) } ?? false)
    }.min { $0.fact.name < $1.fact.name }
  }

  /// Whether the value is taken with `sending`, so that nobody else keeps it.
  private func isHandedOver(_ name: String, _ type: TypeEntry, _ project: Project) -> Bool {
    type.functions.values.joined().contains { id in
      let fact = project[id].fact
      return fact.kind == .initializer
        && fact.parameters.contains { $0.type.flags.contains(.isSending) && holds(name, $0.type) }
    }
  }

  private func holds(_ parameter: String, _ type: TypeName) -> Bool {
    if type.isFunction { return false }
    if type.base == parameter { return true }
    return Self.containers.contains(type.base)
      && type.arguments.contains { holds(parameter, $0) }
  }

  private func isJustified(
    _ promise: UncheckedPromise, _ type: TypeEntry, _ file: FileContext
  ) -> Bool {
    SynchronizedType.isSynchronized(type, file.project) || type.isolation.isIsolated
      || SafetyReason.isStated(on: promise.fact.node, promise.node, file.tree)
  }

  private static let containers: Set<String> = [
    "", "Array", "Dictionary", "Set", "Optional", "Result", "ContiguousArray",
  ]
}
