import IsoldeTree

/// Recognises work that is started to run once after some time.
enum DelayedWork {
  /// Whether a call starts such work with its closure.
  static func isStarted(by call: NodeID, _ tree: Tree) -> Bool {
    switch tree.name(call) {
    case "asyncAfter":
      return true
    case "scheduledTimer":
      return tree.argument(call, labelled: "repeats").map { tree.name($0) == "false" } ?? false
    default:
      return tree.isTaskCreation(call)
        && tree.closures(call).last.map { sleepsFirst($0, tree) } ?? false
    }
  }

  private static func sleepsFirst(_ closure: NodeID, _ tree: Tree) -> Bool {
    guard let first = tree.statements(closure).first else { return false }
    return tree.anyDescendant(of: first, skippingClosures: true) {
      tree[$0].kind == .call && tree.name($0) == "sleep"
    }
  }
}
