import IsoldeTree

/// A task that a function keeps in a property, and whose value later calls wait for instead of starting
/// their own: what it runs never runs twice at once.
enum SharedTask {
  /// Whether a closure is the work of such a task.
  ///
  /// - Parameters:
  ///   - closure: The closure, or any other node.
  ///   - function: The declaration around it.
  ///   - tree: Their tree.
  /// - Returns: `true` if the function stores the task and waits for a stored one.
  static func runs(_ closure: NodeID, of function: NodeID, _ tree: Tree) -> Bool {
    guard tree[closure].kind == .closure, let creation = tree.call(takingClosure: closure),
      tree.isTaskCreation(creation)
    else { return false }
    let waits = Set(
      tree.descendants(function).filter { tree[$0].kind == .member && tree.name($0) == "value" }
        .compactMap { tree.firstChild($0) }.map { tree.name(tree.unwrapped($0)) })
    return tree.anyDescendant(of: function) { node in
      guard tree[node].kind == .assign, let target = tree.firstChild(node),
        waits.contains(tree.name(target)), let value = tree.lastChild(node)
      else { return false }
      return tree.contains(value, creation) || holds(tree.name(value), creation, function, tree)
    }
  }

  /// Whether a local was declared with the task.
  private static func holds(
    _ local: String, _ creation: NodeID, _ function: NodeID, _ tree: Tree
  ) -> Bool {
    tree.ancestors(creation).first { tree[$0].kind == .binding }.map { binding in
      tree.firstChild(binding).map { tree.name($0) == local } ?? false
    } ?? false
  }
}
