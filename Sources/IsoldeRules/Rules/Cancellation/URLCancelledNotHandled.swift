import IsoldeModel
import IsoldeTree

/// Finds handlers of `CancellationError` around requests that report cancellation otherwise.
struct URLCancelledNotHandled: Rule {
  static let info = RuleInfo(
    id: "url-cancelled-not-handled", group: .cancellation,
    summary: "only 'CancellationError' is handled, but the request throws 'URLError(.cancelled)'",
    reason: "a cancelled request ends in the 'catch' for failures all the same",
    tier: .optIn, triggers: ["CancellationError"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for statement in tree.descendants(code.node) where tree[statement].kind == .doStmt {
      guard let block = tree.child(statement, .block),
        let (handled, failure) = clauses(of: statement, tree),
        let request = URLRequestSearch.firstRequest(in: block, code)
      else { continue }
      report.report(
        request,
        "a cancelled request throws 'URLError(.cancelled)', which the 'catch' on line "
          + "\(tree.line(failure)) takes for a failure; catch it beside 'CancellationError'",
        notes: [(handled, "this clause does not take it"), (failure, "this one does")])
    }
  }

  /// The clause for `CancellationError` and the one behind it that takes every other error.
  private func clauses(of statement: NodeID, _ tree: Tree) -> (NodeID, NodeID)? {
    let all = tree.children(statement).filter { tree[$0].kind == .catchClause }
    guard let handled = all.first(where: { isForCancellation($0, tree) }),
      let failure = all.last, handled < failure, CatchAll.takesEverything(failure, tree),
      !all.contains(where: { mentionsURLError($0, tree) }),
      !CatchAll.examinesError(failure, tree),
      !tree.anyDescendant(of: failure, where: { asksOrPassesOn($0, tree) })
    else { return nil }
    return (handled, failure)
  }

  private func isForCancellation(_ clause: NodeID, _ tree: Tree) -> Bool {
    tree.children(clause).contains {
      tree[$0].kind != .block && CancellationMarks.namesError(in: $0, tree)
    }
  }

  private func mentionsURLError(_ clause: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: clause) { node in
      let name = tree.name(node)
      return name == "URLError" || name == "NSURLErrorCancelled" || name == "NSError"
        || name == "cancelled"
    }
  }

  private func asksOrPassesOn(_ node: NodeID, _ tree: Tree) -> Bool {
    tree[node].kind == .throwStmt || CancellationMarks.isMark(node, tree)
  }
}
