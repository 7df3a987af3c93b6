import IsoldeTree

/// Knows sequences that end only when their task is cancelled.
enum EndlessSequence {
  /// Whether an expression is such a sequence.
  static func isOne(_ sequence: NodeID, _ tree: Tree) -> Bool {
    var current = sequence
    while true {
      switch tree[current].kind {
      case .call:
        if makers.contains(tree.name(current)) { return true }
        guard passers.contains(tree.name(current)), let receiver = tree.receiver(current) else {
          return false
        }
        current = receiver
      case .member:
        // `$name.values` of a published property.
        guard tree.name(current) == "values", let base = tree.firstChild(current) else {
          return false
        }
        return tree.name(base).hasPrefix("$")
      case .awaitExpr, .tryExpr, .specialization:
        guard let inner = tree.firstChild(current) else { return false }
        current = inner
      default:
        return false
      }
    }
  }

  /// The names of which one stands in every file with such a sequence.
  static let names = makers.sorted() + ["values"]

  /// The functions and types that make such sequences.
  private static let makers: Set<String> = [
    "notifications", "liveUpdates", "Observations", "AsyncTimerSequence",
  ]

  /// Operators that go on as long as what they are applied to.
  private static let passers: Set<String> = [
    "map", "compactMap", "filter", "removeDuplicates", "debounce", "throttle", "dropFirst",
    "flatMap",
  ]
}
