import IsoldeModel
import IsoldeTree

/// Finds deadlines in a task group around an operation that cannot report its cancellation.
struct TimeoutWaitsForOperation: Rule {
  static let info = RuleInfo(
    id: "timeout-waits-for-operation", group: .cancellation,
    summary: "a deadline in a task group guards an operation that cannot throw",
    reason: "the group returns only when the operation ends, however long after the deadline",
    tier: .optIn, triggers: ["withTaskGroup", "withThrowingTaskGroup"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    guard let fact = code.functionFact, let parameters = operations(fact) else { return }
    for group in TaskGroupUse.all(in: code) where !group.isDiscarding && group.children.count > 1 {
      guard group.drains.contains(where: { tree.name($0).hasPrefix("next") }),
        group.children.contains(where: { sleeps($0, tree) }),
        let (child, name) = operation(in: group, parameters, tree),
        let callee = tree.firstChild(group.call)
      else { continue }
      report.report(
        callee,
        "the group waits for '\(name)' also after the deadline; let it throw, or race it in a task "
          + "of its own",
        notes: [(child, "'\(name)' cannot throw, so nothing makes it end early")],
        confidence: .resolved)
    }
  }

  /// The parameters that are asynchronous closures and do not throw.
  private func operations(_ fact: FunctionFact) -> Set<String>? {
    let names = fact.parameters.filter {
      $0.type.isAsyncFunction && !$0.type.isThrowingFunction && !$0.type.isOptional
    }.map(\.name)
    return names.isEmpty ? nil : Set(names)
  }

  private func sleeps(_ child: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: child) { tree[$0].kind == .call && TimedWaits.isSleep($0, tree) }
  }

  /// The child that awaits one of the operations.
  private func operation(
    in group: TaskGroupUse, _ parameters: Set<String>, _ tree: Tree
  ) -> (NodeID, String)? {
    for child in group.children {
      guard let work = group.work(of: child, in: tree) else { continue }
      let call = tree.firstDescendant(of: work) {
        tree[$0].kind == .call && tree.receiver($0) == nil && parameters.contains(tree.name($0))
      }
      if let call { return (child, tree.name(call)) }
    }
    return nil
  }
}
