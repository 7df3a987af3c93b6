import IsoldeModel
import IsoldeTree

/// Finds task groups that never have more than one child.
struct SingleChildTaskGroup: Rule {
  static let info = RuleInfo(
    id: "single-child-task-group", group: .migration,
    summary: "a task group has exactly one child",
    reason: "a plain await does the same without a group",
    tier: .optIn,
    triggers: [
      "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
      "withThrowingDiscardingTaskGroup",
    ])

  func check(_ file: FileContext, _ report: inout Reporter) {
    for name in Self.info.triggers {
      for call in file.calls(named: name) { check(call, file.tree, &report) }
    }
  }

  private func check(_ call: NodeID, _ tree: Tree, _ report: inout Reporter) {
    guard let closure = tree.closures(call).last, let block = tree.child(closure, .block),
      let parameter = tree.child(closure, .param)
    else { return }
    let group = tree.name(parameter)
    var children: [NodeID] = []
    for node in tree.descendants(block)
    where tree[node].kind == .identifier && tree.name(node) == group {
      guard let member = tree.parent(node), tree[member].kind == .member else {
        // `for await` over the group only reads it; anything else may add children.
        if tree.parent(node).map({ tree[$0].kind == .forStmt }) ?? false { continue }
        return
      }
      guard tree.name(member).hasPrefix("addTask") || tree.name(member).hasPrefix("addImmediate")
      else {
        continue
      }
      guard let add = tree.parent(member), tree[add].kind == .call,
        tree.parent(tree.statement(around: add)) == block
      else { return }
      children.append(add)
    }
    guard children.count == 1, !staysOpen(block, children[0], tree),
      let work = tree.closures(children[0]).first, awaits(work, tree)
    else { return }
    report.report(
      tree.firstChild(call) ?? call,
      "this group has one child; 'await' its work directly, or use 'async let' if something runs beside it",
      notes: [(tree.firstChild(children[0]) ?? children[0], "its only child is added here")])
  }

  /// Whether the child awaits something; a child that computes is there to leave the caller's actor.
  private func awaits(_ closure: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: closure) { tree[$0].kind == .awaitExpr }
  }

  /// Whether the closure does work of its own beside the child, or cancels it: then the group is a fork.
  private func staysOpen(_ block: NodeID, _ child: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block) { node in
      guard tree[node].kind == .call, !tree.contains(child, node) else { return false }
      return !["next", "waitForAll", "nextResult"].contains(tree.name(node))
    }
  }
}
