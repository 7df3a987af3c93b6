import IsoldeModel
import IsoldeTree

/// Finds a stored task whose failure stays stored.
struct InFlightEntryNotCleared: Rule {
  static let info = RuleInfo(
    id: "in-flight-entry-not-cleared", group: .reentrancy,
    summary: "a task is stored while it runs and removed only when it succeeds",
    reason: "after one failure every later call gets the old error",
    tier: .optIn, triggers: ["Task"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard code.type != nil else { return }
    for (index, point) in code.flow.points.enumerated() where point.kind == .write {
      guard let property = code.property(of: point.path), property.fact.isMutable,
        storesThrowingTask(point, property, code),
        isLookedUp(property, before: index, code)
      else { continue }
      follow(index, property, code, &report)
    }
  }

  /// Whether the property holds tasks, or the value is one; a task that never fails needs no
  /// clearing.
  private func storesThrowingTask(
    _ point: FlowGraph.Point, _ property: PropertyEntry, _ code: CodeContext
  ) -> Bool {
    guard let type = property.fact.type else { return false }
    let task = type.element ?? type.unwrapped
    guard task.isTask, task.arguments.last?.base != "Never" else { return false }
    guard let value = code.tree.lastChild(point.node) else { return false }
    return code.tree[value].kind != .literal
  }

  /// Whether a call looks for a task that already runs, so that it gets the error of that one.
  private func isLookedUp(
    _ property: PropertyEntry, before store: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let flow = code.flow
    return flow.points.indices.contains { index in
      let event = flow.points[index]
      return index < store && event.kind == .read && event.flags.contains(.isCondition)
        && event.body == flow.points[store].body
        && code.memberName(of: event.path) == property.fact.name
        && flow.canReach(store, from: index)
    }
  }

  /// `defer { if jobs[key] == task { jobs[key] = nil } }`: cleared unless it is another one's.
  private func defersClearing(
    _ event: FlowGraph.Point, _ property: PropertyEntry, _ code: CodeContext
  ) -> Bool {
    guard event.flags.contains(.isDeferred),
      let block = code.tree.ancestor(event.node, .deferStmt)
    else { return false }
    return code.flow.points.indices.contains { point in
      code.tree.contains(block, code.flow.points[point].node) && clears(point, property, code)
    }
  }

  private struct Way: Hashable {
    var leaving = -1
  }

  private func follow(
    _ store: FlowGraph.PointID, _ property: PropertyEntry, _ code: CodeContext,
    _ report: inout Reporter
  ) {
    let flow = code.flow
    var leaving: Set<FlowGraph.PointID> = []
    flow.follow(from: store, Way()) { point, way in
      let event = flow.points[point]
      if point != store, clears(point, property, code) || defersClearing(event, property, code) {
        return false
      }
      switch event.kind {
      case .suspend where event.flags.contains(.canThrow): way.leaving = point
      case .exitByError where way.leaving >= 0: leaving.insert(way.leaving)
      default: break
      }
      return true
    }
    guard let exit = leaving.min(), awaitsTask(flow.points[exit].node, code.tree) else { return }
    let isClearedHere = flow.points.indices.contains { point in
      flow.points[point].body == flow.points[store].body && point > exit
        && clears(point, property, code)
    }
    guard isClearedHere || !isClearedElsewhere(property, code),
      !clearsItself(property, code)
    else { return }
    let name = property.fact.name
    report.report(
      flow.points[exit].node,
      "if this throws, the failed task stays in '\(name)' and every later call gets its error",
      notes: [
        (flow.points[store].node, "the task is stored here; clear it in a 'defer' from here on")
      ], confidence: .resolved)
  }

  /// A task that takes itself out on every way: `Task { defer { job = nil } … }`.
  private func clearsItself(_ property: PropertyEntry, _ code: CodeContext) -> Bool {
    let flow = code.flow
    return flow.bodies.indices.contains { body in
      guard flow.bodies[body].parent >= 0,
        flow.points(of: body).contains(where: { clears($0, property, code) })
      else { return false }
      return !flow.points(of: body).contains { exit in
        flow.points[exit].kind == .exitByError
          && flow.canReach(exit, from: flow.bodies[body].entry) { clears($0, property, code) }
      }
    }
  }

  /// `try await task.value`.
  private func awaitsTask(_ node: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .awaitExpr, let operand = tree.firstChild(node) else { return false }
    return tree[operand].kind == .member && tree.name(operand) == "value"
  }

  private func clears(
    _ point: FlowGraph.PointID, _ property: PropertyEntry, _ code: CodeContext
  ) -> Bool {
    let event = code.flow.points[point]
    guard event.kind == .write || event.kind == .modify,
      code.memberName(of: event.path) == property.fact.name
    else { return false }
    let tree = code.tree
    if tree[event.node].kind == .call { return tree.name(event.node).hasPrefix("remove") }
    guard let value = tree.lastChild(event.node) else { return false }
    return tree[value].kind == .literal && tree[value].detail == .nil
      || tree[value].kind == .dictionaryExpr
  }

  /// Whether another function of the type takes entries out, so that this one need not.
  private func isClearedElsewhere(_ property: PropertyEntry, _ code: CodeContext) -> Bool {
    guard let type = code.typeEntry else { return true }
    return type.functions.values.joined().contains { id in
      id != code.function && code.project[id].fact.effects.writes(property.fact.name) != nil
    }
  }
}
