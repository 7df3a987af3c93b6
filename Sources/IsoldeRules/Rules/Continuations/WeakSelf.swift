import IsoldeTree

/// Recognises `[weak self]` and what unwraps it.
enum WeakSelf {
  /// Whether a condition binds `self`: `let self`, `let strongSelf = self`.
  static func isBinding(_ condition: NodeID, _ tree: Tree) -> Bool {
    guard tree[condition].kind == .condition, tree[condition].detail == .binding,
      let value = tree.lastChild(condition)
    else { return false }
    return tree.name(value) == "self"
  }

  /// Whether `self` can be gone while a call waits.
  ///
  /// A method keeps its `self` alive until it returns, and so does a closure that captures it. Only a
  /// closure that captures it weakly, and does not unwrap it before the call, lets it go.
  static func canGo(during call: NodeID, _ tree: Tree) -> Bool {
    var current = call
    while let node = tree.parent(current) {
      if tree[node].kind == .closure, capturesWeakly(node, tree) {
        return !tree.anyDescendant(of: node) { $0 < call && isBinding($0, tree) }
      }
      current = node
    }
    return false
  }

  private static func capturesWeakly(_ closure: NodeID, _ tree: Tree) -> Bool {
    tree.children(closure).contains {
      tree[$0].kind == .capture && tree.name($0) == "self" && tree[$0].flags.contains(.isWeak)
    }
  }
}
