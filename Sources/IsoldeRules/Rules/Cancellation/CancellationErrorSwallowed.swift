import IsoldeModel
import IsoldeTree

/// Finds catch-alls that show a cancellation as a failure.
struct CancellationErrorSwallowed: Rule {
  static let info = RuleInfo(
    id: "cancellation-error-swallowed", group: .cancellation,
    summary: "a 'catch' for everything shows the error of a cancelled task as a failure",
    reason: "the user sees an error when a newer search or a closed screen cancels the task",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    var seen: Set<NodeID> = []
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .suspend && point.flags.contains(.canThrow) {
      guard !point.flags.contains(.isOptionalTry),
        let statement = catchingStatement(around: index, code.flow),
        seen.insert(statement).inserted,
        let clause = CatchAll.clause(of: statement, tree), isBlind(clause, code),
        let failure = ShownFailure.find(in: clause, code),
        Cancellability.answer(for: point.body, in: code) == .yes,
        let work = cancellable(in: statement, code)
      else { continue }
      report.report(
        failure,
        "a cancelled task is shown as a failure here; catch 'CancellationError' first",
        notes: [(work, "this throws when the task is cancelled")], confidence: .resolved)
    }
  }

  /// The first await or check of a `do` that throws when its task is cancelled.
  private func cancellable(in statement: NodeID, _ code: CodeContext) -> NodeID? {
    guard let block = code.tree.child(statement, .block) else { return nil }
    return code.tree.descendants(block).first {
      code.tree[$0].kind == .awaitExpr
        && CancellableWork.answer(for: $0, in: code, trustsClosures: false) == .yes
        || CancellableWork.isCheck($0, code.tree)
    }
  }

  private func catchingStatement(
    around point: FlowGraph.PointID, _ flow: FlowGraph
  ) -> NodeID? {
    flow.regions(around: point).first { $0.kind == .doBlock }?.node
  }

  /// Whether a clause neither asks what the error is, nor passes it on, nor asks about the task.
  private func isBlind(_ clause: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return !CancellationMarks.stand(in: clause, tree) && !CatchAll.examinesError(clause, tree)
      && !tree.anyDescendant(of: clause) { tree[$0].kind == .throwStmt }
  }
}
