import IsoldeModel
import IsoldeTree

/// Finds a continuation that is stored over another one, which then is never resumed.
struct StoredContinuationOverwritten: Rule {
  static let info = RuleInfo(
    id: "stored-continuation-overwritten", group: .continuations,
    summary: "a continuation is stored in an optional property that can already hold one",
    reason: "the caller that waits for the overwritten continuation is suspended for ever",
    tier: .experimental, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard let type = code.typeEntry, code.functionFact?.isPrivate == false,
      ContinuationSite.makers.contains(where: { code.tree.nameID($0) != nil }),
      isShared(type, code), !claims(code)
    else { return }
    for site in ContinuationSite.all(in: code) {
      for (store, path) in site.stores where code.flow.points[store].kind == .write {
        guard code.flow.paths.step(path) == .member, let name = code.memberName(of: path),
          isSlot(name, code), !isLookedAt(name, besides: store, code)
        else { continue }
        report.report(
          code.flow.points[store].node,
          "a second call overwrites the continuation in '\(name)', and the first caller waits for ever; "
            + "check for it or keep a list",
          notes: [(site.call, "each call makes one here")], confidence: .resolved)
      }
    }
  }

  /// Whether several callers can have the same instance: it is an actor, or something keeps it where
  /// others reach it.
  ///
  /// An object that is made for one call and then forgotten has only one waiter, and one in a private
  /// property is called in the order that its owner chooses.
  private func isShared(_ type: TypeEntry, _ code: CodeContext) -> Bool {
    guard type.flags.isDisjoint(with: [.isPrivate, .isFileprivate]) else { return false }
    if type.kind == .actorType { return true }
    guard type.kind == .classType else { return false }
    let isKept = { (property: PropertyEntry) in
      property.fact.isStored && !property.fact.isPrivate
        && property.fact.type?.unwrapped.lastComponent == type.name
    }
    return code.project.types.contains { $0.properties.values.contains(where: isKept) }
      || code.project.globals.values.joined().contains(where: isKept)
  }

  private func isSlot(_ name: String, _ code: CodeContext) -> Bool {
    guard let fact = code.property(named: name)?.fact, let type = fact.type else { return false }
    return fact.isMutable && type.isOptional && type.unwrapped.isContinuation && !fact.hasObservers
  }

  /// Whether the declaration asks for a member that it changes, such as a flag: it lets one caller in.
  private func claims(_ code: CodeContext) -> Bool {
    let asked = Set(
      code.flow.points.lazy.filter { $0.flags.contains(.isCondition) && $0.kind != .write }
        .compactMap { code.memberName(of: $0.path) })
    return code.flow.points.contains { event in
      (event.kind == .write || event.kind == .modify)
        && code.memberName(of: event.path).map(asked.contains) ?? false
    }
  }

  /// Whether the declaration asks for the stored continuation or resumes it.
  private func isLookedAt(
    _ name: String, besides store: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let flow = code.flow
    let own = flow.points[store].node
    return flow.points.contains { event in
      switch event.kind {
      case .read, .write, .modify:
        return !code.tree.contains(own, event.node) && code.memberName(of: event.path) == name
      case .call:
        guard let callee = code.callee(of: event.node) else { return false }
        let effects = code.project.effects(of: callee)
        return effects.reads.contains { $0.property == name }
          || effects.writes.contains { $0.property == name }
      default: return false
      }
    }
  }
}
