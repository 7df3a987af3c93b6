import IsoldeTree

/// Names in source that show that code answers cancellation.
enum CancellationMarks {
  /// Whether a node names cancellation: `Task.isCancelled`, `checkCancellation()`,
  /// `CancellationError`, `.cancelled`, a flag such as `wasCancelled`.
  static func isMark(_ node: NodeID, _ tree: Tree) -> Bool {
    switch tree[node].kind {
    case .identifier, .member, .call, .typeRef, .bindPattern: isMark(tree.name(node))
    default: false
    }
  }

  /// Whether a name speaks of cancellation that has happened, not of an order to cancel.
  static func isMark(_ name: String) -> Bool {
    ["ancelled", "anceled", "ancellation"].contains { name.contains($0) }
  }

  /// Whether something below a node answers cancellation, closures included.
  static func stand(in node: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: node) { isMark($0, tree) }
  }

  /// Whether an error pattern or cast below a node is about cancellation.
  static func namesError(in node: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: node) { id in
      let kind = tree[id].kind
      return kind == .typeRef && tree.name(id) == "CancellationError"
        || kind == .identifier && tree.name(id) == "CancellationError"
    }
  }
}

/// Calls that suspend a task for a time and end early when it is cancelled.
enum TimedWaits {
  /// Whether a call is the `sleep` of `Task`, of a clock, or of a scheduler.
  static func isSleep(_ call: NodeID, _ tree: Tree) -> Bool {
    guard tree.name(call).hasSuffix("sleep"), tree.receiver(call) != nil else { return false }
    let receiver = tree.receiverName(call)
    if receiver == "Task" { return true }
    return tree.name(call) == "sleep"
      && ["clock", "queue", "scheduler", "loop"].contains(where: receiver.lowercased().hasSuffix)
  }
}
