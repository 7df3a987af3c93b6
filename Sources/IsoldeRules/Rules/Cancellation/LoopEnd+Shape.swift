import IsoldeModel
import IsoldeTree

extension LoopEnd {
  /// Whether something in the loop compares the time with a limit.
  var hasDeadline: Bool {
    tree.anyDescendant(of: node) { id in
      tree[id].kind == .binary && ["<", "<=", ">", ">="].contains(tree.name(id))
        && tree.anyDescendant(of: id) { Self.speaksOfTime(tree.name($0)) }
    }
  }

  private static func speaksOfTime(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "date" || name == "now"
      || ["deadline", "timeinterval", "elapsed", "timeout"].contains { name.contains($0) }
  }

  /// Whether the loop takes work in batches until one is empty: the pause only spares others.
  var drainsBatches: Bool {
    tree.anyDescendant(of: node, skippingClosures: true) { id in
      guard [.ifStmt, .guardStmt].contains(tree[id].kind),
        let condition = tree.child(id, .condition)
      else { return false }
      return tree.anyDescendant(of: condition) { tree.name($0) == "isEmpty" }
        && tree.anyDescendant(of: id, skippingClosures: true) {
          [.breakStmt, .returnStmt].contains(tree[$0].kind)
        }
    }
  }
}
