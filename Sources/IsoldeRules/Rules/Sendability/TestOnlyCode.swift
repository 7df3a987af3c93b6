import IsoldeTree

/// Code that is only built for debugging or tests.
enum TestOnlyCode {
  /// Whether a node stands in an `#if DEBUG`, `#if TESTING` or the like.
  static func contains(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.ancestors(node).contains {
      tree[$0].kind == .ifConfigClause
        && ["DEBUG", "TEST"].contains(where: tree.name($0).contains)
    }
  }
}
