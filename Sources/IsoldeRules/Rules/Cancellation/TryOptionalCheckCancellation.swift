import IsoldeModel
import IsoldeTree

/// Finds `checkCancellation()` whose only effect, its error, is thrown away.
struct TryOptionalCheckCancellation: Rule {
  static let info = RuleInfo(
    id: "try-optional-check-cancellation", group: .cancellation,
    summary: "the error of 'Task.checkCancellation()' is thrown away",
    reason: "the call does nothing else, so cancelled work goes on",
    tier: .optIn, triggers: ["checkCancellation"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for call in file.calls(named: "checkCancellation") where tree.receiverName(call) == "Task" {
      guard let attempt = tree.parent(call), tree[attempt].kind == .tryExpr,
        tree.isDiscarded(call)
      else { continue }
      if tree[attempt].detail == .optional {
        guard !isAskedNext(attempt, tree) else { continue }
        report.report(
          attempt,
          "'try?' drops the error that 'checkCancellation()' is called for; the work goes on",
          fix: fix(attempt, file))
      } else if let clause = emptyCatch(around: attempt, tree) {
        report.report(
          attempt, "the error of 'checkCancellation()' is caught and dropped; the work goes on",
          notes: [(clause, "it is dropped here")])
      }
    }
  }

  /// The empty `catch` of a `do` that has nothing but the check in it.
  private func emptyCatch(around attempt: NodeID, _ tree: Tree) -> NodeID? {
    guard let block = tree.parent(attempt), let statement = tree.parent(block),
      tree[statement].kind == .doStmt, tree.statements(statement).count == 1
    else { return nil }
    let clauses = tree.children(statement).filter { tree[$0].kind == .catchClause }
    guard clauses.count == 1, tree.statements(clauses[0]).isEmpty else { return nil }
    return clauses[0]
  }

  /// Whether the statements behind it answer cancellation before they wait for anything: the call is
  /// idle, but nothing is missed.
  private func isAskedNext(_ attempt: NodeID, _ tree: Tree) -> Bool {
    let statement = tree.statement(around: attempt)
    guard let block = tree.parent(statement) else { return false }
    for next in tree.children(block) where next > statement {
      let first = ([next] + tree.descendants(next)).first { node in
        tree[node].kind == .awaitExpr || answers(node, tree)
      }
      if let first { return answers(first, tree) }
      // Work without a wait would go on; looking at values is no work.
      guard [.varDecl, .guardStmt].contains(tree[next].kind) else { return false }
    }
    return false
  }

  private func answers(_ node: NodeID, _ tree: Tree) -> Bool {
    if tree.name(node) == "isCancelled" { return true }
    guard tree[node].kind == .tryExpr, tree[node].detail == .plain else { return false }
    let call = tree.unwrapped(node)
    return tree.name(call) == "checkCancellation" || TimedWaits.isSleep(call, tree)
  }

  /// Lets the check do what the place allows: throw, leave the loop, or return.
  private func fix(_ attempt: NodeID, _ file: FileContext) -> Finding.Fix? {
    let tree = file.tree
    let statement = tree.statement(around: attempt)
    guard let function = tree.function(around: attempt) else { return nil }
    if tree[function].kind == .funcDecl, tree[function].flags.contains(.canThrow) {
      let start = Int(tree[attempt].start)
      return Finding.Fix("let the error through", .safe, [.init(start..<start + 4, "try")])
    }
    let leave: String
    switch tree.ancestors(statement).first(where: { ends($0, function, tree) }).map({
      tree[$0].kind
    })
    {
    case .forStmt?, .whileStmt?, .repeatStmt?: leave = "break"
    case .funcDecl? where tree.child(function, .typeRef) == nil: leave = "return"
    case .closure? where isTaskWithoutValue(function, tree): leave = "return"
    default: return nil
    }
    return Finding.Fix(
      "stop when the task is cancelled", .safe,
      [.init(tree[statement].range, "if Task.isCancelled { \(leave) }")])
  }

  /// Whether a node is what `break` or `return` would leave.
  private func ends(_ node: NodeID, _ function: NodeID, _ tree: Tree) -> Bool {
    node == function
      || [.forStmt, .whileStmt, .repeatStmt, .switchStmt].contains(tree[node].kind)
  }

  private func isTaskWithoutValue(_ closure: NodeID, _ tree: Tree) -> Bool {
    guard let call = tree.call(takingClosure: closure), tree.isTaskCreation(call) else {
      return false
    }
    return !tree.anyDescendant(of: closure, skippingClosures: true) {
      tree[$0].kind == .returnStmt && tree.firstChild($0) != nil
    }
  }
}
