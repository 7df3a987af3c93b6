import IsoldeModel
import IsoldeTree

/// Finds retry loops that also retry work whose task is cancelled.
struct RetryIgnoresCancellation: Rule {
  static let info = RuleInfo(
    id: "retry-ignores-cancellation", group: .cancellation,
    summary: "a retry loop catches every error, that of cancellation included, and goes on",
    reason: "cancelled work is retried until the attempts run out, often without a pause",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for (index, region) in code.flow.regions.enumerated() where region.kind == .loop {
      guard !tree[region.node].flags.contains(.isAwait) else { continue }
      let loop = LoopEnd(region: index, in: code)
      for attempt in attempts(in: loop, code) where !loop.mentionsCancellation {
        guard let clause = CatchAll.clause(of: attempt.statement, tree),
          !CatchAll.examinesError(clause, tree), !isHandled(outside: attempt.statement, loop, code),
          isRepetition(attempt.statement, loop, tree), goesOn(clause, loop, code),
          suffers(attempt, clause, loop, code),
          Cancellability.answer(for: attempt.body, in: code) != .no
        else { continue }
        report.report(
          clause,
          "a cancelled task is retried like a failure; rethrow 'CancellationError' or ask "
            + "'Task.isCancelled' here",
          notes: [(attempt.suspension, "this fails at once when the task is cancelled")])
      }
    }
  }

  private struct Attempt {
    let statement: NodeID
    let suspension: NodeID
    let body: Int
  }

  /// The `do` statements of a loop whose success leaves it.
  private func attempts(in loop: LoopEnd, _ code: CodeContext) -> [Attempt] {
    let tree = code.tree
    var found: [NodeID: Attempt] = [:]
    for point in loop.points {
      let event = code.flow.points[point]
      guard event.kind == .suspend, event.flags.contains(.canThrow),
        !takesElement(event.node, tree),
        let statement = loop.catchingStatement(around: point), found[statement] == nil,
        let block = tree.child(statement, .block), leaves(block, tree)
      else { continue }
      found[statement] = Attempt(
        statement: statement, suspension: event.node, body: event.body)
    }
    return found.values.sorted { $0.statement < $1.statement }
  }

  /// `try await group.next()` gives the result of other work.
  private func takesElement(_ suspension: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: suspension) {
      tree[$0].kind == .call && tree.name($0).hasPrefix("next")
    }
  }

  private func leaves(_ block: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block, skippingClosures: true) {
      tree[$0].kind == .returnStmt || tree[$0].kind == .breakStmt
    }
  }

  /// Whether cancellation makes the work throw, or takes the pause between two attempts away.
  private func suffers(
    _ attempt: Attempt, _ clause: NodeID, _ loop: LoopEnd, _ code: CodeContext
  ) -> Bool {
    switch CancellableWork.answer(for: attempt.suspension, in: code) {
    case .yes: true
    case .no, .unknown:
      loop.points.contains { point in
        let event = code.flow.points[point]
        return event.kind == .call && event.flags.contains(.isOptionalTry)
          && TimedWaits.isSleep(event.node, code.tree)
      }
    }
  }

  /// Whether each turn does the same: a loop over items does not retry.
  private func isRepetition(_ attempt: NodeID, _ loop: LoopEnd, _ tree: Tree) -> Bool {
    guard tree[loop.node].kind == .forStmt else { return true }
    guard let pattern = tree.firstChild(loop.node), let sequence = tree.child(loop.node, at: 1),
      let block = tree.child(attempt, .block)
    else { return false }
    guard tree[sequence].kind == .binary, ["..<", "..."].contains(tree.name(sequence)) else {
      return tree[pattern].kind == .wildcard
    }
    guard tree[pattern].kind == .bindPattern else { return true }
    return !tree.anyDescendant(of: block) {
      tree[$0].kind == .awaitExpr
        && tree.anyDescendant(of: $0) {
          tree[$0].kind == .identifier && tree[$0].name == tree[pattern].name
        }
    }
  }

  /// Whether an error can leave the loop elsewhere, or another `catch` in it leaves.
  private func isHandled(
    outside attempt: NodeID, _ loop: LoopEnd, _ code: CodeContext
  ) -> Bool {
    let tree = code.tree
    return loop.points.contains { point in
      let event = code.flow.points[point]
      guard event.kind == .suspend || event.kind == .call, event.flags.contains(.canThrow),
        !event.flags.contains(.isOptionalTry)
      else { return false }
      guard let handler = loop.catchingStatement(around: point) else { return true }
      return handler != attempt
        && tree.children(handler).contains { tree[$0].kind == .catchClause && leaves($0, tree) }
    }
  }

  /// Whether the loop can start another turn after the `catch`.
  private func goesOn(_ clause: NodeID, _ loop: LoopEnd, _ code: CodeContext) -> Bool {
    guard
      let start = loop.points.first(where: {
        code.flow.points[$0].kind == .assumeTrue && code.flow.points[$0].node == clause
      })
    else { return false }
    return loop.goesOn(after: start)
  }
}
