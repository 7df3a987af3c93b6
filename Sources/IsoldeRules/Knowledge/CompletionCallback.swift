import IsoldeModel
import IsoldeTree

/// Recognises callbacks that are called exactly once, by how they are handed over.
enum CompletionCallback {
  /// Whether a closure is an argument for a completion handler.
  static func isOne(_ closure: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let argument = tree.parent(closure), tree[argument].kind == .argument,
      let call = tree.parent(argument), tree[call].kind == .call
    else { return false }
    if names.contains(tree.label(argument)) { return true }
    guard tree[argument].flags.contains(.isTrailing), tree.closures(call).count == 1,
      let callee = code.callee(of: call), let last = code.project[callee].fact.parameters.last
    else { return false }
    return names.contains(last.label) || names.contains(last.name)
  }

  private static let names: Set<String> = [
    "completion", "completionHandler", "onCompletion", "completionBlock", "withCompletionHandler",
    "whenComplete", "withCompletion",
  ]
}
