import IsoldeModel
import IsoldeTree

/// Finds `async let`s that a scope leaves without awaiting them.
struct AsyncLetNeverAwaited: Rule {
  static let info = RuleInfo(
    id: "async-let-never-awaited", group: .structure,
    summary: "an async let is not awaited on the main way out of its scope",
    reason: "the child task is cancelled there and its error is dropped",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for (index, local) in code.flow.locals.enumerated() where local.kind == .asyncLet {
      let use = AsyncLetUse(index, code)
      guard let exit = use.exitWithoutWait else { continue }
      report.report(
        use.declaration,
        "'\(tree.names[Int(local.name)])' is awaited in a branch only; start it there, or await it on "
          + "every way",
        notes: [(exit, "here it is cancelled and its error is dropped")])
    }
    for node in tree.descendants(code.node) where isUnnamedAtEnd(node, tree) {
      report.report(
        node, "this child task is cancelled at once because its scope ends here; await the call")
    }
  }

  /// `async let _ = …` in a scope that waits for nothing afterwards.
  private func isUnnamedAtEnd(_ node: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .varDecl, tree[node].flags.contains(.isAsync),
      let binding = tree.child(node, .binding), tree.child(binding, .wildcard) != nil,
      let block = tree.parent(node), tree[block].kind == .block
    else { return false }
    return !tree.children(block).contains { statement in
      statement > node
        && tree.anyNode(from: statement) {
          tree[$0].kind == .awaitExpr || tree[$0].flags.contains(.isAwait)
        }
    }
  }
}
