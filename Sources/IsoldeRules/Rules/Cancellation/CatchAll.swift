import IsoldeModel
import IsoldeTree

/// `catch` clauses that take every error.
enum CatchAll {
  /// The clause of a `do` that also takes the error of a cancellation; `nil` if another one does.
  static func clause(of statement: NodeID, _ tree: Tree) -> NodeID? {
    for clause in tree.children(statement) where tree[clause].kind == .catchClause {
      if takesEverything(clause, tree) { return clause }
      if mentionsCancellation(clause, tree) { return nil }
    }
    return nil
  }

  /// The clauses in front of one.
  static func earlier(than clause: NodeID, _ tree: Tree) -> [NodeID] {
    guard let statement = tree.parent(clause) else { return [] }
    return tree.children(statement).filter { tree[$0].kind == .catchClause && $0 < clause }
  }

  static func takesEverything(_ clause: NodeID, _ tree: Tree) -> Bool {
    guard tree.child(clause, .whereClause) == nil, let first = tree.firstChild(clause) else {
      return false
    }
    return [.block, .bindPattern, .wildcard].contains(tree[first].kind)
  }

  private static func mentionsCancellation(_ clause: NodeID, _ tree: Tree) -> Bool {
    tree.children(clause).contains { child in
      tree[child].kind != .block
        && tree.anyNode(from: child) { CancellationMarks.isMark($0, tree) }
    }
  }

  /// The name that a clause gives the error.
  static func errorName(of clause: NodeID, _ tree: Tree) -> String {
    guard let first = tree.firstChild(clause), tree[first].kind == .bindPattern else {
      return "error"
    }
    return tree.name(first)
  }

  /// Whether a clause looks at what the error is: by a cast, a `switch`, a comparison, or by asking
  /// a function whose answer it uses.
  static func examinesError(_ clause: NodeID, _ tree: Tree) -> Bool {
    let name = errorName(of: clause, tree)
    return tree.anyDescendant(of: clause) { node in
      guard tree[node].kind == .identifier, tree.name(node) == name else { return false }
      return tree.ancestors(node).prefix { $0 != clause }.contains { ancestor in
        switch tree[ancestor].kind {
        case .cast, .condition, .ternary: true
        case .binary: ["==", "!=", "~=", "&&", "||"].contains(tree.name(ancestor))
        case .switchStmt: tree.firstChild(ancestor).map { tree.contains($0, node) } ?? false
        case .call: isBound(ancestor, tree)
        default: false
        }
      }
    }
  }

  /// Whether the result of a call becomes the value of a local.
  private static func isBound(_ call: NodeID, _ tree: Tree) -> Bool {
    tree.ancestors(call).prefix {
      [.binary, .tryExpr, .awaitExpr, .binding, .optionalChain].contains(tree[$0].kind)
    }.contains { tree[$0].kind == .binding }
  }
}
