import IsoldeModel
import IsoldeTree

/// Finds a stored task that is removed after its await although it may be another one by then.
struct InFlightEntryRemovedUnchecked: Rule {
  static let info = RuleInfo(
    id: "in-flight-entry-removed-unchecked", group: .reentrancy,
    summary: "a stored task is removed after an await without looking whether it is still the same",
    reason: "a reset during the await lets a newer task take the place, which is then thrown out",
    tier: .warning, triggers: ["Task"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let state = code.sharedState
    guard !state.isEmpty else { return }
    for store in SelfRemovingTask.find(in: code) { self.report(store, code, &report) }
    for (index, point) in code.flow.points.enumerated() where point.kind == .write {
      guard let access = state.accesses[index].first(where: { $0.kind == .write }),
        let property = code.property(named: access.property), holdsTasks(property),
        let value = code.tree.lastChild(point.node), code.tree[value].kind != .literal,
        let reset = resettingFunction(of: property, code)
      else { continue }
      follow(index, access, reset, code, state, &report)
    }
  }

  private func holdsTasks(_ property: PropertyEntry) -> Bool {
    guard let type = property.fact.type else { return false }
    return (type.element ?? type.unwrapped).isTask
  }

  /// Another function that drops entries without storing one.
  private func resettingFunction(of property: PropertyEntry, _ code: CodeContext) -> FunctionEntry?
  {
    guard let type = code.typeEntry else { return nil }
    for id in type.functions.values.joined() where id != code.function {
      let function = code.project[id]
      guard function.fact.kind == .function,
        let write = function.fact.effects.writes(property.fact.name)
      else { continue }
      let tree = code.project.units[function.unit].tree
      if removes(tree.statement(around: write.node), tree), !waits(function, tree) {
        return function
      }
    }
    return nil
  }

  /// A function that awaits the task it then takes out drops nothing that still runs.
  private func waits(_ function: FunctionEntry, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: function.fact.node) { node in
      tree[node].kind == .member && ["value", "result"].contains(tree.name(node))
        && tree.ancestor(node, .awaitExpr) != nil
    }
  }

  private func removes(_ statement: NodeID, _ tree: Tree) -> Bool {
    let node = tree.unwrapped(statement)
    if tree[node].kind == .call { return tree.name(node).hasPrefix("removeAll") }
    guard tree[node].kind == .assign, let value = tree.lastChild(node) else { return false }
    return tree[value].kind == .literal && tree[value].detail == .nil
      || [.dictionaryExpr, .arrayExpr].contains(tree[value].kind) && tree.firstChild(value) == nil
  }

  private struct Way: Hashable {
    var suspension = -1
  }

  private func follow(
    _ store: FlowGraph.PointID, _ access: SharedState.Access, _ reset: FunctionEntry,
    _ code: CodeContext, _ state: SharedState, _ report: inout Reporter
  ) {
    var hit: (removal: FlowGraph.PointID, suspension: FlowGraph.PointID)?
    code.flow.follow(from: store, Way()) { point, way in
      guard point != store else { return true }
      for other in state.accesses[point] where other.property == access.property {
        if other.kind == .check, way.suspension >= 0 { return false }
        guard other.kind == .write || other.kind == .modify else { continue }
        if way.suspension >= 0, code.flow.paths.isPrefix(other.path, of: access.path),
          TaskRemoval.isRemoval(point, code)
        {
          hit = (point, way.suspension)
        }
        return false
      }
      if way.suspension >= 0, EarlierValue.isCompared(at: point, code, state) { return false }
      if state.suspensions.contains(point) { way.suspension = point }
      return true
    }
    guard let hit else { return }
    let tree = code.tree
    let node = code.flow.points[hit.removal].node
    let resetTree = code.project.units[reset.unit].tree
    var notes: [Finding.Note] = [
      .init(
        unit: code.unit, range: tree[code.flow.points[hit.suspension].node].range,
        message: "'\(reset.fact.name)' can run here, and a newer task take the place")
    ]
    notes.append(
      .init(
        unit: reset.unit, range: resetTree[reset.fact.node].range.prefix(upToLine: resetTree),
        message: "'\(reset.fact.name)' drops the entry"))
    report.report(
      tree[node].range,
      "'\(access.property)' may hold a newer task here; compare before removing it", notes: notes,
      confidence: .resolved)
  }

  /// `job?.cancel(); job = Task { await work(); job = nil }`: the cancelled task takes out the next.
  private func report(
    _ task: SelfRemovingTask, _ code: CodeContext, _ report: inout Reporter
  ) {
    let points = code.flow.points
    report.report(
      points[task.removal].node,
      "'\(task.property)' may hold a newer task here; check that this one is not cancelled before "
        + "removing it",
      notes: [
        (points[task.cancellation].node, "a newer call cancels this task here and takes its place"),
        (points[task.suspension].node, "the cancelled task goes on behind this await"),
      ], confidence: .resolved)
  }
}

extension Range<Int> {
  /// The part of the range that lies on its first line.
  func prefix(upToLine tree: Tree) -> Range<Int> {
    let end = tree.text.range(ofLine: tree.text.line(at: lowerBound)).upperBound
    return lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, end))
  }
}
