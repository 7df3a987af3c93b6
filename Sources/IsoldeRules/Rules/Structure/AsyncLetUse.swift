import IsoldeModel
import IsoldeTree

/// What becomes of the value of one `async let`.
struct AsyncLetUse {
  private let code: CodeContext
  private let local: Int

  init(_ local: Int, _ code: CodeContext) {
    self.code = code
    self.local = local
  }

  private var flow: FlowGraph { code.flow }
  private var tree: Tree { code.tree }

  /// The `async let` itself.
  var declaration: NodeID {
    tree.ancestor(flow.locals[local].node, .varDecl) ?? flow.locals[local].node
  }

  /// The point at which the child task starts.
  private var start: FlowGraph.PointID? {
    flow.points.firstIndex { $0.kind == .declare && $0.index == local }
  }

  /// Whether a point uses the value. Declarations of one name in the branches of an `#if` are one.
  private func isUse(_ point: FlowGraph.PointID) -> Bool {
    let event = flow.points[point]
    guard event.path != .none, event.kind != .declare, let used = flow.local(of: event.path) else {
      return false
    }
    return used.kind == .asyncLet && used.name == flow.locals[local].name
  }

  // MARK: - Awaited at once

  /// The use of the value, if the next statement waits for it and nothing runs beside it.
  var immediateWait: NodeID? {
    guard let start, let block = tree.parent(declaration), bindsOneName, !mayLeaveActor(start),
      !runsBesideAnother(start)
    else { return nil }
    let statements = Array(tree.children(block))
    guard let position = statements.firstIndex(of: declaration), position + 1 < statements.count
    else { return nil }
    var point = start
    while !isUse(point) {
      let next = Array(flow.successors(point))
      guard next.count == 1 else { return nil }
      point = next[0]
      switch flow.points[point].kind {
      case .read, .join, .declare: continue
      default: return nil
      }
    }
    let use = flow.points[point].node
    return tree.contains(statements[position + 1], use) ? use : nil
  }

  private var bindsOneName: Bool {
    tree.children(declaration).filter { tree[$0].kind == .binding }.count == 1
      && tree.child(declaration, .binding).map { tree.child($0, .bindPattern) != nil } ?? false
  }

  /// Whether the `async let` may serve to run synchronous work off the actor.
  private func mayLeaveActor(_ start: FlowGraph.PointID) -> Bool {
    guard let value = flow.locals[local].value else { return true }
    let calls = tree.descendants(value).filter { tree[$0].kind == .call }
    guard let call = tree[value].kind == .call ? value : calls.first else { return true }
    if tree.anyNode(from: value, where: { tree[$0].kind == .awaitExpr }) { return false }
    if let callee = code.callee(of: call) { return !code.project[callee].fact.isAsync }
    let namesakes = code.project.functions(named: tree.name(call))
    guard !namesakes.isEmpty else { return flow.isolation(at: start).isIsolated }
    return !namesakes.allSatisfy { code.project[$0].fact.isAsync }
  }

  /// Whether another `async let` is on its way when this one starts.
  private func runsBesideAnother(_ start: FlowGraph.PointID) -> Bool {
    flow.locals.indices.contains { other in
      guard other != local, flow.locals[other].kind == .asyncLet,
        let otherStart = AsyncLetUse(other, code).start
      else { return false }
      return flow.canReach(start, from: otherStart, blockedBy: AsyncLetUse(other, code).isUse)
    }
  }

  // MARK: - Never awaited

  /// Where the main way leaves the scope without having waited for the value.
  ///
  /// An early `return` in a branch and an error want the child cancelled; a value that only a branch
  /// waits for should be started there.
  var exitWithoutWait: NodeID? {
    guard let start else { return nil }
    let body = flow.points[start].body
    let uses = flow.points.indices.filter(isUse)
    // A closure awaits the value wherever it runs, and a loop is meant to run at least once.
    guard !uses.isEmpty,
      uses.allSatisfy({ flow.points[$0].body == body && sameLoop($0, start) })
    else { return nil }
    let reached = flow.reachable(from: [start]) { isUse($0) || isCaught($0) }
    return flow.points(of: body).first {
      flow.points[$0].kind == .exitNormally && reached.contains($0) && isMainWay($0, from: start)
    }.map { flow.points[$0].node }
  }

  private func isMainWay(_ exit: FlowGraph.PointID, from start: FlowGraph.PointID) -> Bool {
    var current = flow.points[start].region
    while current >= 0 {
      if current == flow.points[exit].region { return true }
      current = flow.regions[current].parent
    }
    return false
  }

  private func sameLoop(_ first: FlowGraph.PointID, _ second: FlowGraph.PointID) -> Bool {
    flow.loop(around: first)?.node == flow.loop(around: second)?.node
  }

  private func isCaught(_ point: FlowGraph.PointID) -> Bool {
    flow.points[point].kind == .assumeTrue && tree[flow.points[point].node].kind == .catchClause
  }
}
