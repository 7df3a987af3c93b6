import IsoldeModel
import IsoldeTree

/// Statements that show an error to the user.
enum ShownFailure {
  /// The first statement of a clause that stores a failure in a property, or calls something that
  /// shows it.
  static func find(in clause: NodeID, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    return tree.firstDescendant(of: clause) { node in
      switch tree[node].kind {
      case .assign: isStored(node, clause, code)
      case .call: isShown(node, clause, code)
      default: false
      }
    }
  }

  // MARK: - Stored in a property

  private static func isStored(_ node: NodeID, _ clause: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree.name(node) == "=", let target = tree.firstChild(node),
      let value = tree.lastChild(node), isProperty(target, code)
    else { return false }
    return speaksOfFailure(target, value, clause, tree)
  }

  private static func isProperty(_ target: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    switch tree[target].kind {
    case .member: return true
    case .identifier:
      return code.local(named: tree[target].name, at: target) == nil
        && code.property(named: tree.name(target)) != nil
    default: return false
    }
  }

  private static func speaksOfFailure(
    _ target: NodeID, _ value: NodeID, _ clause: NodeID, _ tree: Tree
  ) -> Bool {
    let name = tree.name(target).lowercased()
    if tree[value].kind == .literal, ["nil", "false"].contains(tree.source(value)) { return false }
    if ["error", "alert", "failure", "failed", "toast"].contains(where: name.contains) {
      return true
    }
    let error = CatchAll.errorName(of: clause, tree)
    return tree.anyNode(from: value) { node in
      switch tree[node].kind {
      case .member: ["error", "failed", "failure"].contains(tree.name(node))
      case .identifier: tree.name(node) == error
      default: false
      }
    }
  }

  // MARK: - Shown by a call

  /// `showError(error)`, `presentAlert(…)`: unless the function itself looks for cancellation.
  private static func isShown(_ call: NodeID, _ clause: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let name = tree.name(call).lowercased()
    guard ["show", "present", "display"].contains(where: name.hasPrefix),
      ["error", "alert", "toast", "failure"].contains(where: name.contains),
      code.function.map({ code.project[$0].fact.name.lowercased() != name }) ?? true
    else { return false }
    return !code.project.functions(named: tree.name(call)).contains { id in
      let entry = code.project[id]
      return CancellationMarks.stand(in: entry.fact.node, code.project.units[entry.unit].tree)
    }
  }
}
