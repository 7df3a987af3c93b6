import IsoldeTree

/// Recognises calls that are made only if their receiver is there.
enum OptionalReceiver {
  /// The expression before the first `?` in what a call is made on.
  static func find(of call: NodeID, _ tree: Tree) -> NodeID? {
    var found: NodeID?
    var current = tree.receiver(call)
    while let node = current {
      if tree[node].kind == .optionalChain { found = tree.firstChild(node) }
      switch tree[node].kind {
      case .optionalChain, .member, .forceUnwrap, .subscriptExpr: current = tree.firstChild(node)
      default: current = nil
      }
    }
    return found
  }
}
