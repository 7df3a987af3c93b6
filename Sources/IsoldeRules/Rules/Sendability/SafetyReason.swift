import IsoldeModel
import IsoldeTree

/// Comments that say why unchecked code is safe.
enum SafetyReason {
  /// Whether a comment about a declaration speaks of threads, locks or of why it is safe.
  static func isStated(on node: NodeID, _ tree: Tree) -> Bool {
    tree.comments(about: node).contains { isReason(tree.text($0)) }
  }

  /// Whether a comment about a type, in its header or at the start of its body speaks of that.
  ///
  /// - Parameters:
  ///   - type: The `typeDecl` node.
  ///   - promise: The `typeRef` that is inherited unchecked.
  ///   - tree: The file.
  /// - Returns: Whether there is such a comment.
  static func isStated(on type: NodeID, _ promise: NodeID, _ tree: Tree) -> Bool {
    if isStated(on: type, tree) { return true }
    let start = Int(tree[type].start)
    let member = tree.children(type).first {
      tree[$0].kind != .attribute && $0 > promise && tree[$0].kind != .typeRef
    }
    let line = tree.text.line(at: Int(tree[promise].end))
    let end = max(
      tree.text.range(ofLine: line).upperBound,
      member.map { Int(tree[$0].start) } ?? Int(tree[promise].end))
    return tree.comments.contains { comment in
      Int(comment.start) >= start && Int(comment.end) <= end && isReason(tree.text(comment))
    }
  }

  /// Whether a comment says something about concurrency or safety.
  static func isReason(_ comment: String) -> Bool {
    let text = comment.lowercased()
    return text.split { !$0.isLetter }.contains(where: isTelling)
      || phrases.contains(where: text.contains)
  }

  private static func isTelling(_ word: Substring) -> Bool {
    if exact.contains(String(word)) { return true }
    if prefixes.contains(where: word.hasPrefix) { return true }
    // `stateLock` and `NSLock`, but not `block`, `clock` and `unlocks`.
    return word.hasSuffix("lock") && !["block", "clock"].contains(where: word.hasSuffix)
  }

  private static let phrases = ["only accessed", "only used", "event loop", "at a time"]

  private static let exact: Set<String> = [
    "serial", "serially", "serialize", "serialized", "serializes", "actor", "actors", "race",
    "races", "racy", "eventloop", "exclusive", "exclusively", "once",
  ]

  private static let prefixes = [
    "safe", "unsafe", "threadsafe", "thread", "lock", "unlock", "sendable", "unchecked",
    "nonsendable", "queue", "concurren", "synchron", "isolat", "nonisolated", "confine", "immutab",
    "mutex", "atomic", "mainactor", "mutable", "mutat",
  ]
}
