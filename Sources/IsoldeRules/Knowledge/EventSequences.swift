import IsoldeTree

/// Asynchronous sequences that go on as long as events come: connections, messages, notifications.
enum EventSequences {
  /// Whether a `for await` loop takes events, as far as the names of its sequence tell.
  static func isSource(ofLoop loop: NodeID, _ tree: Tree) -> Bool {
    guard tree[loop].flags.contains(.isAwait), let sequence = tree.child(loop, at: 1) else {
      return false
    }
    return tree.anyNode(from: sequence) { node in
      switch tree[node].kind {
      case .identifier, .member, .call: isEvents(tree.name(node))
      default: false
      }
    }
  }

  private static func isEvents(_ name: String) -> Bool {
    let name = name.lowercased()
    return words.contains { name.hasSuffix($0) }
  }

  private static let words = [
    "connections", "inbound", "incoming", "requests", "messages", "notifications", "events",
    "updates", "signals", "clients", "sessions", "datagrams", "frames", "commands", "actions",
    "timer", "ticks", "jobs",
  ]
}
