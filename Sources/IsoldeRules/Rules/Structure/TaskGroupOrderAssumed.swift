import IsoldeModel
import IsoldeTree

/// Finds results of a task group that are matched with their inputs by position.
struct TaskGroupOrderAssumed: Rule {
  static let info = RuleInfo(
    id: "task-group-order-assumed", group: .structure,
    summary: "results of a task group are matched with their inputs by position",
    reason:
      "a group gives results in the order in which children finish, not in that of the inputs",
    tier: .experimental, triggers: ["withTaskGroup", "withThrowingTaskGroup"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for group in TaskGroupUse.all(in: code) where !group.isDiscarding {
      guard let inputs = inputs(of: group, tree), let append = plainAppend(in: group, tree),
        let results = resultName(of: group, append, tree)
      else { continue }
      for use in tree.descendants(code.node)
      where use > group.closure && matches(use, inputs, results, tree) {
        report.report(
          use,
          "'\(results)' is in the order in which the child tasks finished, not in that of "
            + "'\(inputs)'; let each child return its index or key with its result",
          notes: [(append, "results are appended as they come")])
      }
    }
  }

  /// The collection for whose elements children are added.
  private func inputs(of group: TaskGroupUse, _ tree: Tree) -> String? {
    guard group.children.count == 1, let loop = group.loop(around: group.children[0], in: tree),
      tree[loop].kind == .forStmt, let sequence = tree.child(loop, at: 1),
      [.identifier, .member].contains(tree[sequence].kind)
    else { return nil }
    return tree.source(sequence)
  }

  /// `for await x in group { list.append(x) }`.
  private func plainAppend(in group: TaskGroupUse, _ tree: Tree) -> NodeID? {
    for drain in group.drains where tree[drain].kind == .forStmt {
      guard let pattern = tree.firstChild(drain), tree[pattern].kind == .bindPattern,
        let block = tree.child(drain, .block)
      else { continue }
      for call in tree.children(block) where tree.name(call) == "append" {
        guard let value = tree.positionalArguments(call).first,
          tree[value].kind == .identifier, tree[value].name == tree[pattern].name
        else { continue }
        return call
      }
    }
    return nil
  }

  /// The name under which the results are known behind the group.
  private func resultName(
    of group: TaskGroupUse, _ append: NodeID, _ tree: Tree
  ) -> String? {
    let outer = tree.statement(around: group.call)
    if tree[outer].kind == .varDecl, let binding = tree.child(outer, .binding),
      let pattern = tree.firstChild(binding), tree[pattern].kind == .bindPattern
    {
      return tree.name(pattern)
    }
    guard let receiver = tree.receiver(append), tree[receiver].kind == .identifier else {
      return nil
    }
    let isLocalToGroup = tree.anyDescendant(of: group.closure) {
      tree[$0].kind == .bindPattern && tree[$0].name == tree[receiver].name
    }
    return isLocalToGroup ? nil : tree.name(receiver)
  }

  /// `zip(inputs, results)`.
  private func matches(
    _ node: NodeID, _ inputs: String, _ results: String, _ tree: Tree
  ) -> Bool {
    guard tree[node].kind == .call, tree.name(node) == "zip", tree.receiver(node) == nil else {
      return false
    }
    let arguments = tree.positionalArguments(node).map { tree.source($0) }
    return arguments.count == 2 && arguments.contains(inputs) && arguments.contains(results)
  }
}
