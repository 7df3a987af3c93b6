import IsoldeModel
import IsoldeTree

/// Finds a decision about an actor's state that is made outside the actor, in two steps.
struct NonAtomicActorAccess: Rule {
  static let info = RuleInfo(
    id: "non-atomic-actor-access", group: .reentrancy,
    summary: "state of an actor is read with one await and written with another",
    reason: "other clients of the actor can run between the two, and their change is overwritten",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    // Nobody else has what an initializer works on.
    if let kind = code.functionFact?.kind, kind == .initializer { return }
    for body in code.flow.bodies.indices where !isKept(body, code) {
      let accesses = code.flow.points(of: body).compactMap { access(at: $0, code) }
      for write in accesses where !write.writes.isEmpty {
        check(write, accesses, code, &report)
      }
    }
  }

  /// One awaited access to an actor from outside.
  private struct Access {
    let point: FlowGraph.PointID
    let receiver: PathID
    let reads: Set<String>
    let writes: Set<String>
    let isCondition: Bool
  }

  private func access(at index: FlowGraph.PointID, _ code: CodeContext) -> Access? {
    let point = code.flow.points[index]
    let tree = code.tree
    guard point.flags.contains(.isAwaited) else { return nil }
    switch point.kind {
    case .call:
      guard let receiver = tree.receiver(point.node), point.path != .none,
        isForeignActor(receiver, at: index, code), let callee = code.callee(of: point.node)
      else { return nil }
      let effects = code.project.effects(of: callee)
      let isOneStep = effects.reads.contains { read in
        effects.writes.contains { $0.property == read.property }
      }
      return Access(
        point: index, receiver: point.path, reads: Set(effects.reads.map(\.property)),
        writes: isOneStep ? [] : Set(effects.writes.map(\.property)),
        isCondition: point.flags.contains(.isCondition))
    case .read:
      guard tree[point.node].kind == .member, let base = tree.firstChild(point.node),
        code.flow.paths.step(point.path) == .field, isForeignActor(base, at: index, code)
      else { return nil }
      return Access(
        point: index, receiver: code.flow.paths.parent(point.path), reads: [tree.name(point.node)],
        writes: [], isCondition: point.flags.contains(.isCondition))
    default:
      return nil
    }
  }

  /// Whether a receiver is an actor of the project, and not the one whose code this is.
  private func isForeignActor(
    _ receiver: NodeID, at point: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    guard let entry = code.entry(of: receiver), entry.kind == .actorType else { return false }
    // What the function makes for itself nobody else has.
    if let local = code.flow.local(of: code.flow.points[point].path), let value = local.value,
      code.tree[value].kind == .call
    {
      return false
    }
    return code.tree.name(code.tree.unwrapped(receiver)) != "self"
  }

  /// A task whose handle is kept is the single flight that such code needs.
  private func isKept(_ body: Int, _ code: CodeContext) -> Bool {
    guard code.flow.bodies[body].role == .task,
      let call = code.tree.call(takingClosure: code.flow.bodies[body].node)
    else { return false }
    return !code.tree.isDiscarded(call)
  }

  private func check(
    _ write: Access, _ accesses: [Access], _ code: CodeContext, _ report: inout Reporter
  ) {
    let values = code.valueSources.sources(of: write.point)
    for read in accesses where read.point < write.point && read.receiver == write.receiver {
      guard let property = read.reads.intersection(write.writes).sorted().first else { continue }
      let isUsed = values.contains { source in
        source.definition >= 0 && depends(source.point, on: read.point, code)
      }
      let decides =
        read.isCondition && storesAwaitedWork(write, after: read, code)
        && GuardedPoint.isGuarded(write.point, by: read.point, in: code)
      guard isUsed || decides, code.flow.canReach(write.point, from: read.point) else { continue }
      let tree = code.tree
      let receiver = tree.receiver(code.flow.points[write.point].node).map { tree.source($0) } ?? ""
      report.report(
        code.flow.points[write.point].node,
        "'\(property)' of '\(receiver)' was read on line "
          + "\(tree.line(code.flow.points[read.point].node)) and may have changed since; make it "
          + "one call of the actor",
        notes: [
          (code.flow.points[read.point].node, "'\(property)' is read here")
        ], confidence: .resolved)
      return
    }
  }

  /// Whether the write hands over a value for which something was awaited after the read; a command
  /// such as `reload()`, or a value that is quickly made again, does no harm twice.
  private func storesAwaitedWork(
    _ write: Access, after read: Access, _ code: CodeContext
  ) -> Bool {
    guard !code.tree.arguments(code.flow.points[write.point].node).isEmpty else { return false }
    let own = [read.point, write.point].compactMap { access in
      code.flow.points.indices.first { index in
        code.flow.points[index].kind == .suspend && index > access
          && code.flow.points[index].first <= access
      }
    }
    return code.valueSources.sources(of: write.point).contains { source in
      code.flow.points[source.point].kind == .suspend && source.point > read.point
        && !own.contains(source.point)
    }
  }

  /// The value comes from the awaited access: it is the access's own read or its suspension.
  private func depends(
    _ source: FlowGraph.PointID, on access: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    if source == access { return true }
    let event = code.flow.points[source]
    guard event.kind == .suspend else { return false }
    return event.first <= access && access < source
  }
}
