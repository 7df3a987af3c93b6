import IsoldeModel
import IsoldeTree

/// Finds a loop over a sequence behind another one that never ends.
struct CodeAfterEndlessForAwait: Rule {
  static let info = RuleInfo(
    id: "code-after-endless-for-await", group: .streams,
    summary: "a second loop follows a loop over a sequence that never ends",
    reason: "the second sequence is never listened to",
    tier: .optIn, triggers: EndlessSequences.names)

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for index in tree.nodes.indices
    where tree.nodes[index].kind == .forStmt && tree.nodes[index].flags.contains(.isAwait) {
      let loop = NodeID(index)
      guard let sequence = tree.child(loop, at: 1), !leaves(loop, tree),
        let next = loopBehind(loop, tree), let code = file.code(around: loop),
        EndlessSequences.end(of: sequence, in: code) == .never
      else { continue }
      report.report(
        next,
        "this loop is never reached: the sequence on line \(tree.line(loop)) does not end; listen to both "
          + "in a task group",
        notes: [(sequence, "this sequence goes on until the task is cancelled")])
    }
  }

  /// Whether the loop's own body can leave it.
  private func leaves(_ loop: NodeID, _ tree: Tree) -> Bool {
    guard let block = tree.lastChild(loop) else { return true }
    return tree.anyDescendant(of: block, skippingClosures: true) { node in
      switch tree[node].kind {
      case .breakStmt, .returnStmt, .throwStmt: true
      case .tryExpr: tree[node].detail == .plain
      default: false
      }
    }
  }

  /// The `for await` that follows in the same block.
  private func loopBehind(_ loop: NodeID, _ tree: Tree) -> NodeID? {
    let statement = tree.statement(around: loop)
    guard let block = tree.parent(statement) else { return nil }
    return tree.children(block).first {
      statement < $0 && tree[$0].kind == .forStmt && tree[$0].flags.contains(.isAwait)
    }
  }
}
