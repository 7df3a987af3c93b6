import IsoldeModel
import IsoldeTree

/// Finds loops that load one element after the other although none needs the one before.
struct SequentialAwaitInLoop: Rule {
  static let info = RuleInfo(
    id: "sequential-await-in-loop", group: .migration,
    summary: "a loop collects the results of independent awaits one after the other",
    reason: "the loop takes as long as all of its calls together",
    tier: .experimental)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for point in code.flow.points where point.kind == .suspend {
      guard tree[point.node].kind == .awaitExpr, let collection = collection(point.node, tree),
        let element = element(of: collection.loop, tree), uses(point.node, element, tree),
        !uses(point.node, collection.target, tree), gains(point.node, code)
      else { continue }
      report.report(
        point.node,
        "each turn waits for the one before although nothing depends on it; a task group with a limit "
          + "runs them side by side",
        notes: [(collection.loop, "the results of this loop are only collected")])
    }
  }

  /// Whether the awaited call can run beside others: not one that only hops to an actor, nor one that is
  /// named after an effect, whose order may matter.
  private func gains(_ suspension: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return tree.descendants(suspension).allSatisfy { node in
      guard tree[node].kind == .call else { return true }
      let name = tree.name(node)
      if Self.effects.contains(where: { name.hasPrefix($0) }) { return false }
      guard let callee = code.callee(of: node) else { return true }
      let function = code.project[callee]
      return function.fact.isAsync || !function.isolation.isIsolated
    }
  }

  private static let effects = [
    "save", "store", "import", "insert", "add", "create", "delete", "remove", "upload", "send",
    "write", "update", "apply", "run", "perform", "migrate", "handle", "process",
  ]

  /// The loop whose only statement adds an awaited value to a collection, and that collection's name.
  private func collection(_ suspension: NodeID, _ tree: Tree) -> (loop: NodeID, target: String)? {
    let statement = tree.statement(around: suspension)
    guard let block = tree.parent(statement), tree[block].kind == .block,
      let loop = tree.parent(block), tree[loop].kind == .forStmt,
      !tree[loop].flags.contains(.isAwait), Array(tree.children(block)).count == 1,
      tree.child(loop, .whereClause) == nil
    else { return nil }
    let action = tree.unwrapped(statement)
    switch tree[action].kind {
    case .call:
      guard ["append", "insert"].contains(tree.name(action)), let base = tree.receiver(action),
        tree[base].kind == .identifier
      else { return nil }
      return (loop, tree.name(base))
    case .assign:
      guard tree.name(action) == "=", let target = tree.firstChild(action),
        tree[target].kind == .subscriptExpr, let base = tree.firstChild(target),
        tree[base].kind == .identifier
      else { return nil }
      return (loop, tree.name(base))
    default: return nil
    }
  }

  private func element(of loop: NodeID, _ tree: Tree) -> String? {
    guard let pattern = tree.firstChild(loop), tree[pattern].kind == .bindPattern else {
      return nil
    }
    return tree.name(pattern)
  }

  private func uses(_ node: NodeID, _ name: String, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: node) { tree[$0].kind == .identifier && tree.name($0) == name }
  }
}
