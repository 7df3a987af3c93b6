import IsoldeModel
import IsoldeTree

/// Finds races of a task against a timer in which the task goes on after the timer has won.
struct RaceLoserNotCancelled: Rule {
  static let info = RuleInfo(
    id: "race-loser-not-cancelled", group: .tasks,
    summary: "a task races against a timer, and nothing cancels it when the timer wins",
    reason:
      "the work goes on after its caller was told that it timed out, and its effects still happen",
    tier: .experimental, triggers: ["sleep"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    let sites = TaskSite.all(in: file).filter { $0.isDiscarded(in: file) }
    for timer in sites where isTimer(timer, tree) {
      guard let code = file.code(around: timer.call), let signal = signal(in: timer, code),
        let block = tree.parent(tree.statement(around: timer.call))
      else { continue }
      for worker in sites where worker.call != timer.call && !isTimer(worker, tree) {
        guard tree.parent(tree.statement(around: worker.call)) == block,
          let other = self.signal(in: worker, code), other.local == signal.local,
          works(before: other.node, worker, tree), !isExplained(block, timer, tree)
        else { continue }
        report.report(
          tree.firstChild(worker.call) ?? worker.call,
          "this task goes on when the timer on line \(tree.line(timer.call)) wins; keep it and cancel it "
            + "when the race is decided",
          notes: [
            (signal.node, "the timer ends the race here"), (other.node, "the work ends it here"),
          ], confidence: .resolved)
      }
    }
  }

  /// Whether a comment at the race says that its loser may go on.
  private func isExplained(_ block: NodeID, _ timer: TaskSite, _ tree: Tree) -> Bool {
    let places = [tree.statement(around: block), tree.statement(around: timer.call)]
    return places.flatMap { tree.comments(about: $0) }.contains { comment in
      let text = tree.text(comment).lowercased()
      return ["loser", "joining", "goes on", "keeps running", "without waiting"]
        .contains(where: text.contains)
    }
  }

  /// The first thing that the task waits for is a sleep.
  private func isTimer(_ site: TaskSite, _ tree: Tree) -> Bool {
    let first = tree.firstDescendant(of: site.closure, skippingClosures: true) {
      tree[$0].kind == .awaitExpr
    }
    return first.flatMap { tree.firstChild($0) }.map { EscapingError.isCancellation($0, tree) }
      ?? false
  }

  /// The call that tells the outcome to what waits for it: a local continuation.
  private func signal(in site: TaskSite, _ code: CodeContext) -> (local: NodeID, node: NodeID)? {
    let tree = code.tree
    for node in tree.descendants(site.closure) where tree[node].kind == .call {
      guard Self.signals.contains(tree.name(node)), let base = tree.receiver(node),
        case let receiver = tree.unwrapped(base), tree[receiver].kind == .identifier,
        let local = code.local(named: tree[receiver].name, at: receiver),
        !tree.contains(site.closure, local.node)
      else { continue }
      return (local.node, node)
    }
    return nil
  }

  /// Whether the task calls something that it could be cancelled in, and not only another task.
  private func works(before signal: NodeID, _ site: TaskSite, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: site.closure, skippingClosures: true) { node in
      guard tree[node].kind == .awaitExpr, node < signal, let operand = tree.firstChild(node) else {
        return false
      }
      return tree[tree.unwrapped(operand)].kind == .call
    }
  }

  private static let signals: Set<String> = ["yield", "finish", "resume", "send", "fulfill"]
}
