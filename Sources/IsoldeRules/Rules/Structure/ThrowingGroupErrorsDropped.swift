import IsoldeModel
import IsoldeTree

/// Finds throwing task groups whose children's errors nobody takes.
struct ThrowingGroupErrorsDropped: Rule {
  static let info = RuleInfo(
    id: "throwing-group-errors-dropped", group: .structure,
    summary: "a throwing task group ends without taking the results of its children",
    reason: "an error that a child throws is dropped, and the group returns as if all went well",
    tier: .optIn, triggers: ["withThrowingTaskGroup"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for group in TaskGroupUse.all(in: code) where group.isThrowing && !group.isDiscarding {
      guard group.drains.isEmpty, group.escapes.isEmpty, group.cancellations.isEmpty,
        !group.stopsChildren(code.tree), !BestEffort.isStated(around: group.call, code),
        let child = group.children.first(where: { canThrow($0, group, code) }),
        let callee = code.tree.firstChild(group.call)
      else { continue }
      report.report(
        callee,
        "errors of the child tasks are dropped because no result of '\(group.name)' is taken; add "
          + "'try await \(group.name).waitForAll()'",
        notes: [(child, "this child task can throw")], fix: fix(group, code))
    }
  }

  /// Whether an error other than that of a cancellation can leave the closure of a child.
  private func canThrow(_ child: NodeID, _ group: TaskGroupUse, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let work = group.work(of: child, in: tree), let body = code.flow.body(of: work),
      code.flow.points(of: body).contains(where: { code.flow.points[$0].kind == .exitByError })
    else { return false }
    return tree.anyDescendant(of: work) { node in
      switch tree[node].kind {
      case .throwStmt: return true
      case .forStmt: return tree[node].flags.contains(.isTry)
      case .tryExpr where tree[node].detail == .plain:
        let call = tree.unwrapped(node)
        return tree.name(call) != "checkCancellation" && !TimedWaits.isSleep(call, tree)
      default: return false
      }
    }
  }
}

extension ThrowingGroupErrorsDropped {
  /// Waits for all children at the end of the group's closure, if that closure has no result.
  private func fix(_ group: TaskGroupUse, _ code: CodeContext) -> Finding.Fix? {
    let tree = code.tree
    guard group.hasVoidChildren(in: tree), tree.argument(group.call, labelled: "returning") == nil,
      let last = tree.statements(group.closure).last, endsWithoutValue(last, group, tree),
      let indentation = SourceLayout.indentation(of: last, in: tree)
    else { return nil }
    let end = Int(tree[last].end)
    var edits = [
      Finding.Fix.Edit(end..<end, "\n\(indentation)try await \(group.name).waitForAll()")
    ]
    guard !isTried(group.call, tree) else {
      return Finding.Fix("wait for all child tasks and pass on their errors", .safe, edits)
    }
    guard code.functionFact?.canThrow ?? false, code.flow.body(of: group.closure) == nil else {
      return nil
    }
    let start = Int(tree[tree.marked(group.call)].start)
    edits.insert(.init(start..<start, "try "), at: 0)
    return Finding.Fix("wait for all child tasks and pass on their errors", .review, edits)
  }

  private func endsWithoutValue(_ last: NodeID, _ group: TaskGroupUse, _ tree: Tree) -> Bool {
    switch tree[last].kind {
    case .forStmt, .whileStmt, .ifStmt, .guardStmt: true
    default: group.children.contains(last)
    }
  }

  private func isTried(_ call: NodeID, _ tree: Tree) -> Bool {
    let outer = tree.marked(call)
    return sequence(first: call, next: { $0 == outer ? nil : tree.parent($0) }).contains {
      tree[$0].kind == .tryExpr && tree[$0].detail == .plain
    }
  }
}
