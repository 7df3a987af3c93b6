import IsoldeModel
import IsoldeTree

/// Finds endless loops that add children to a group whose results nobody takes meanwhile.
struct TaskGroupResultsAccumulate: Rule {
  static let info = RuleInfo(
    id: "task-group-results-accumulate", group: .structure,
    summary: "an endless loop adds child tasks to a group and never takes their results",
    reason: "finished child tasks stay in memory until the group ends",
    tier: .optIn, triggers: ["withTaskGroup", "withThrowingTaskGroup"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for group in TaskGroupUse.all(in: code) where !group.isDiscarding && group.escapes.isEmpty {
      for child in group.children {
        guard let loop = endlessLoop(around: child, group, tree),
          !group.drains.contains(where: { tree.contains(loop, $0) }),
          !isCollectedLater(group, loop, tree)
        else { continue }
        report.report(
          child,
          "finished child tasks pile up in '\(group.name)' until the loop on line "
            + "\(tree.line(loop)) ends; use a discarding task group or take results in the loop",
          notes: [(tree.firstChild(group.call) ?? group.call, "the group keeps every result")],
          fix: fix(group, tree))
        break
      }
    }
  }

  /// The outermost loop around a child that goes on as long as events come.
  private func endlessLoop(around child: NodeID, _ group: TaskGroupUse, _ tree: Tree) -> NodeID? {
    var found: NodeID?
    for ancestor in tree.ancestors(child) {
      if ancestor == group.closure { break }
      switch tree[ancestor].kind {
      case .closure, .funcDecl: return nil
      case .forStmt where EndlessSequences.feedEvents(toLoop: ancestor, tree): found = ancestor
      case .whileStmt where isEndless(ancestor, group, tree): found = ancestor
      default: break
      }
    }
    return found
  }

  /// Results that are taken behind the loop are wanted: the sequence is meant to end.
  private func isCollectedLater(_ group: TaskGroupUse, _ loop: NodeID, _ tree: Tree) -> Bool {
    group.drains.contains { $0 > loop } && !group.hasVoidChildren(in: tree)
  }

  /// `while true` and `while !Task.isCancelled`.
  private func isEndless(_ loop: NodeID, _ group: TaskGroupUse, _ tree: Tree) -> Bool {
    guard let condition = tree.child(loop, .condition) else { return false }
    return ["true", "!Task.isCancelled", "!\(group.name).isCancelled"].contains(
      tree.source(condition))
  }

  /// Makes a group without results a discarding one.
  private func fix(_ group: TaskGroupUse, _ tree: Tree) -> Finding.Fix? {
    let arguments = tree.arguments(group.call)
    guard group.hasVoidChildren(in: tree), group.drains.isEmpty, arguments.count == 2,
      arguments[1] == tree.parent(group.closure), tree[arguments[1]].flags.contains(.isTrailing),
      let callee = tree.firstChild(group.call)
    else { return nil }
    let isTried = tree.ancestors(group.call).prefix { $0 >= tree.marked(group.call) }.contains {
      tree[$0].kind == .tryExpr
    }
    guard isTried || !group.isThrowing else { return nil }
    let name = group.isThrowing ? "withThrowingDiscardingTaskGroup" : "withDiscardingTaskGroup"
    let head = Int(tree[callee].start)..<Int(tree[group.closure].start)
    return Finding.Fix(
      "use a discarding task group", group.isThrowing ? .review : .safe, [.init(head, "\(name) ")])
  }
}
