import IsoldeModel
import IsoldeTree

/// Finds loops that start a child task for every element of a collection of unknown size.
struct UnboundedTaskGroup: Rule {
  static let info = RuleInfo(
    id: "unbounded-task-group", group: .structure,
    summary: "a loop starts one child task for each element of a collection, all at once",
    reason: "a large input opens as many connections, files or buffers as it has elements",
    tier: .experimental,
    triggers: TaskGroupUse.functionNames)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for group in TaskGroupUse.all(in: code) {
      for child in group.children {
        guard let loop = group.loop(around: child, in: tree), tree[loop].kind == .forStmt,
          !tree[loop].flags.contains(.isAwait), !isBounded(loop, tree),
          !group.drains.contains(where: { tree.contains(loop, $0) }),
          let work = group.work(of: child, in: tree), isCostly(work, tree)
        else { continue }
        let sequence = tree.child(loop, at: 1).map { tree.source($0) } ?? ""
        report.report(
          child,
          "one child task is started for every element of '\(sequence)'; start a few and add "
            + "another one whenever '\(group.name).next()' gives a result",
          notes: [(loop, "the loop has no limit")])
      }
    }
  }

  /// Whether a child awaits something that does not merely wait, and does not run for as long as the
  /// group.
  private func isCostly(_ work: NodeID, _ tree: Tree) -> Bool {
    var isCostly = false
    for node in tree.descendants(work) {
      switch tree[node].kind {
      case .forStmt where tree[node].flags.contains(.isAwait): return false
      case .whileStmt: return false
      case .awaitExpr where !isMereWait(node, tree): isCostly = true
      default: continue
      }
    }
    return isCostly
  }

  /// `await peer.waitUntilReady()`, `await service.stop()`.
  private func isMereWait(_ wait: NodeID, _ tree: Tree) -> Bool {
    let call = tree.unwrapped(wait)
    guard tree[call].kind == .call else { return true }
    let name = tree.name(call)
    return FewByDesign.waits.contains { name.hasPrefix($0) }
  }

  /// Whether the source limits how often a `for` loop runs.
  private func isBounded(_ loop: NodeID, _ tree: Tree) -> Bool {
    guard let sequence = tree.child(loop, at: 1) else { return true }
    return tree[sequence].kind == .arrayExpr
      || tree.anyNode(from: sequence) { FewByDesign.isMeant(by: tree.name($0)) }
      || tree.anyNode(from: sequence) { node in
        switch tree[node].kind {
        case .call: ["prefix", "suffix", "chunked", "chunks", "allCases"].contains(tree.name(node))
        case .member: tree.name(node) == "allCases"
        case .binary: ["..<", "..."].contains(tree.name(node))
        default: false
        }
      }
  }
}
