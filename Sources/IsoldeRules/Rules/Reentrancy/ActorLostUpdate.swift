import IsoldeModel
import IsoldeTree

/// Finds state that is written from a copy taken before a suspension.
struct ActorLostUpdate: Rule {
  static let info = RuleInfo(
    id: "actor-lost-update", group: .reentrancy,
    summary: "state is copied, the task suspends, and the state is written from the old copy",
    reason: "what other calls wrote during the await is overwritten",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let state = code.sharedState
    guard !state.isEmpty else { return }
    let claims = Claims(code, state)
    var reported: Set<FlowGraph.PointID> = []
    for (point, accesses) in state.accesses.enumerated() {
      // A `defer` puts back what was there before.
      let event = code.flow.points[point]
      guard event.kind == .write, !event.flags.contains(.isDeferred) else { continue }
      for access in accesses where access.kind == .write && access.via == nil {
        guard let stale = staleCopy(code, state, point, access),
          !claims.cover(stale.suspension, code.flow), !SerialAccess.isSerial(event.body, code),
          reported.insert(stale.suspension).inserted
        else { continue }
        self.report(stale, access.property, point, code, &report)
      }
    }
    if !tearsDown(code) { checkDrains(code, state, &report) }
  }

  // MARK: - Written from a copy

  /// A copy that is written back and the suspension that makes it stale.
  private struct StaleCopy {
    let definition: FlowGraph.PointID
    let suspension: FlowGraph.PointID
  }

  private func staleCopy(
    _ code: CodeContext, _ state: SharedState, _ write: FlowGraph.PointID,
    _ access: SharedState.Access
  ) -> StaleCopy? {
    let sources = code.valueSources.sources(of: write, throughAwaits: false)
    let reads = sources.filter { source in
      state.accesses[source.point].contains { read in
        read.property == access.property && sameValue(read, access, code)
      }
    }
    // A fresh read in the same expression merges with what came meanwhile.
    guard !reads.isEmpty, reads.allSatisfy({ $0.definition >= 0 }) else { return nil }
    for read in reads where isCopy(read, code) && !isPassedInOut(read.definition, code) {
      if let suspension = staleness(from: read.definition, to: write, access, code, state) {
        return StaleCopy(definition: read.definition, suspension: suspension)
      }
    }
    return nil
  }

  private func report(
    _ stale: StaleCopy, _ name: String, _ write: FlowGraph.PointID, _ code: CodeContext,
    _ report: inout Reporter
  ) {
    report.report(
      code.flow.points[write].node,
      "'\(name)' is written from a copy that was taken before the await on line "
        + "\(code.tree.line(code.flow.points[stale.suspension].node)); what other calls wrote "
        + "meanwhile is lost",
      notes: [
        (code.flow.points[stale.definition].node, "'\(name)' is copied here"),
        (code.flow.points[stale.suspension].node, "other calls can change '\(name)' here"),
      ], confidence: .resolved)
  }

  /// `var copy = state; await step(&copy); state = copy`: the compiler refuses `&state` there, and
  /// whoever writes the copy knows that it is one.
  private func isPassedInOut(_ definition: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let declaration = code.flow.points[definition]
    guard declaration.kind == .declare else { return false }
    return code.flow.points.contains { point in
      point.kind == .modify && point.path == declaration.path
        && code.tree[point.node].kind == .inoutExpr
    }
  }

  /// Whether the local holds the value itself: the result of an await on it is something new.
  private func isCopy(_ read: ValueSources.Source, _ code: CodeContext) -> Bool {
    let body = code.flow.points[read.definition].body
    return !(read.point..<max(read.point, read.definition)).contains { index in
      code.flow.points[index].kind == .suspend && code.flow.points[index].body == body
    }
  }

  private func sameValue(
    _ read: SharedState.Access, _ write: SharedState.Access, _ code: CodeContext
  ) -> Bool {
    guard read.path != .none, write.path != .none else { return read.via == nil }
    return code.flow.paths.isPrefix(write.path, of: read.path)
  }

  private struct Way: Hashable {
    var suspension = -1
  }

  /// The suspension between a copy and a write, if no way checks or writes the state in between.
  private func staleness(
    from copy: FlowGraph.PointID, to write: FlowGraph.PointID, _ access: SharedState.Access,
    _ code: CodeContext, _ state: SharedState
  ) -> FlowGraph.PointID? {
    var result: FlowGraph.PointID?
    code.flow.follow(from: copy, Way()) { point, way in
      if point == write {
        if way.suspension >= 0, result == nil { result = way.suspension }
        return false
      }
      for other in state.accesses[point] where other.property == access.property {
        switch other.kind {
        // A write before the suspension is the first half of an update that may be rolled back.
        case .write, .modify: return false
        case .check where way.suspension >= 0: return false
        default: break
        }
      }
      if state.suspensions.contains(point), way.suspension < 0 { way.suspension = point }
      return true
    }
    return result
  }

  // MARK: - Drained and then emptied

  /// `for x in queue { await … }; queue.removeAll()` drops what was added during the awaits.
  private func checkDrains(_ code: CodeContext, _ state: SharedState, _ report: inout Reporter) {
    for (point, accesses) in state.accesses.enumerated() {
      let event = code.flow.points[point]
      guard let access = accesses.first(where: { $0.kind == .write || $0.kind == .modify }),
        access.via == nil, isEmptying(event.node, access, code)
      else { continue }
      guard let loop = drainingLoop(of: access, before: point, code, state) else { continue }
      report.report(
        event.node,
        "'\(access.property)' is emptied after a loop that awaits; what was added during the awaits "
          + "is dropped",
        notes: [(loop, "the loop sees only what '\(access.property)' held when it started")],
        confidence: .resolved)
    }
  }

  /// Whether a function ends something, so that nobody is to add to it any more.
  private func tearsDown(_ code: CodeContext) -> Bool {
    let name = (code.functionFact?.name ?? "").lowercased()
    return [
      "stop", "clean", "shut", "close", "teardown", "terminate", "disconnect", "dispose", "destroy",
      "logout", "unload", "invalidate", "end",
    ].contains { name.hasPrefix($0) }
  }

  private func isEmptying(
    _ node: NodeID, _ access: SharedState.Access, _ code: CodeContext
  ) -> Bool {
    guard code.flow.paths.step(access.path) == .member else { return false }
    let tree = code.tree
    if tree[node].kind == .call {
      return tree.name(node) == "removeAll" && tree.closures(node).isEmpty
    }
    guard tree[node].kind == .assign, let value = tree.lastChild(node) else { return false }
    return [.arrayExpr, .dictionaryExpr].contains(tree[value].kind) && tree.firstChild(value) == nil
  }

  private func drainingLoop(
    of access: SharedState.Access, before point: FlowGraph.PointID, _ code: CodeContext,
    _ state: SharedState
  ) -> NodeID? {
    let tree = code.tree
    for (index, head) in code.flow.points.enumerated() where head.kind == .loopHead {
      guard tree[head.node].kind == .forStmt, head.path == access.path,
        head.body == code.flow.points[point].body,
        !tree.contains(head.node, code.flow.points[point].node),
        code.flow.canReach(
          point, from: index,
          blockedBy: { blocked in
            state.accesses[blocked].contains {
              $0.property == access.property && ($0.kind == .check || $0.kind == .write)
            }
          })
      else { continue }
      let suspends = state.suspensions.contains { suspension in
        let event = code.flow.points[suspension]
        return event.node != head.node && event.body == head.body
          && tree.contains(head.node, event.node)
      }
      if suspends { return head.node }
    }
    return nil
  }
}
