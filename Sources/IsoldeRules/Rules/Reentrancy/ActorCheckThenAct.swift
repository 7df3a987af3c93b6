import IsoldeModel
import IsoldeTree

/// Finds state of an actor that is checked before a suspension and written after it.
struct ActorCheckThenAct: Rule {
  static let info = RuleInfo(
    id: "actor-check-then-act", group: .reentrancy,
    summary:
      "state is checked, the task suspends, and the state is written as if the check still held",
    reason: "at every await other calls to the actor can run and change what was checked",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    var reported: Set<FlowGraph.PointID> = []
    for stale in StaleCheckSearch.find(in: code) where !RepeatedWork.isMissingValue(stale, code) {
      // The first write that a check decides stands for the others.
      guard isDecision(stale, code), reported.insert(stale.check).inserted else { continue }
      let tree = code.tree
      let check = code.flow.points[stale.check].node
      let suspension = code.flow.points[stale.suspension].node
      let write = code.flow.points[stale.write].node
      report.report(
        write,
        "'\(stale.property)' was checked on line \(tree.line(check)), but it may have changed at the "
          + "await on line \(tree.line(suspension))",
        notes: [
          (check, "'\(stale.property)' is checked here"),
          (suspension, "other calls can run here"),
        ], confidence: .resolved)
    }
  }

  /// Whether the write carries out what the check decided: a change of the old value or a step to
  /// another state. A value that only replaces the old one is newer, whatever was checked.
  private func isDecision(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    if isLoopCondition(stale.check, code) || replacesWhatWasChecked(stale, code)
      || readsAnew(stale, code)
    {
      return false
    }
    return switch WriteShape(stale.access, at: stale.write, in: code) {
    case .inPlace: !marksElement(stale, code)
    case .constant:
      !isStep(stale, code) && !marksElement(stale, code) && !reachesWhatWasAsked(stale, code)
    case .removal, .replacement: false
    }
  }

  /// `while position < end`: whoever loops over state owns the cursor.
  private func isLoopCondition(_ check: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    code.tree.ancestor(
      code.flow.points[check].node, .ifStmt, .guardStmt, .whileStmt, .switchStmt, .ternary
    )
    .map { code.tree[$0].kind == .whileStmt } ?? false
  }

  /// `if done[key] == x { return }; await …; done[key] = x`: the element itself gets a new value.
  private func replacesWhatWasChecked(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let write = code.flow.points[stale.write]
    guard stale.access.via == nil, tree[write.node].kind == .assign, tree.name(write.node) == "=",
      let target = tree.firstChild(write.node), tree[target].kind == .subscriptExpr
    else { return false }
    return code.flow.points[stale.check].path == stale.access.path
  }

  /// `switch screen { case .signIn: await signIn(); screen = .code }`: a step to the next state.
  private func isStep(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    code.tree.ancestor(
      code.flow.points[stale.check].node, .ifStmt, .guardStmt, .whileStmt, .switchStmt, .ternary
    )
    .map { code.tree[$0].kind == .switchStmt } ?? false
  }

  /// `if owner != .user { await claim(for: .user); owner = .user }`: the write records what the awaited
  /// call has done, and both may happen any number of times.
  private func reachesWhatWasAsked(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let write = code.flow.points[stale.write].node
    guard stale.access.via == nil, tree[write].kind == .assign, let value = tree.lastChild(write),
      let condition = tree.ancestor(code.flow.points[stale.check].node, .binary),
      tree.name(condition) == "!="
    else { return false }
    let text = tree.source(value)
    let call = tree.unwrapped(code.flow.points[stale.suspension].node)
    return tree.children(condition).contains { tree.source($0) == text }
      && tree.arguments(call).contains { argument in
        tree.firstChild(argument).map { tree.source($0) == text } ?? false
      }
  }

  /// `done[key] = true` is right however often it happens.
  private func marksElement(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    var tree = code.tree
    var node = code.flow.points[stale.write].node
    if let via = stale.access.via {
      tree = code.project.units[code.project[via.function].unit].tree
      node = tree.writer(of: via.node)
    }
    guard tree[node].kind == .assign, tree.name(node) == "=", let target = tree.firstChild(node),
      let value = tree.lastChild(node)
    else { return false }
    guard tree[value].kind == .literal, tree.name(value) == "true" else { return false }
    if tree[target].kind == .subscriptExpr { return true }
    // Bodies that were not parsed do not tell elements from the whole; the type does.
    guard stale.access.via != nil else { return false }
    return code.property(named: stale.property)?.fact.type.map { $0.unwrapped.base != "Bool" }
      ?? false
  }

  /// `await MainActor.run { var rows = self.rows; …; self.rows = rows }`: one step by itself.
  private func readsAnew(_ stale: StaleCheck, _ code: CodeContext) -> Bool {
    let regions = code.flow.regions(around: stale.write)
    guard let step = regions.first(where: { $0.kind == .actorClosure }) else { return false }
    return code.flow.points.indices.contains { point in
      point != stale.check && point < stale.write
        && code.sharedState.accesses[point].contains {
          $0.property == stale.property && ($0.kind == .read || $0.kind == .check)
        } && code.flow.regions(around: point).contains { $0.node == step.node }
    }
  }
}
