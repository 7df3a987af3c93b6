import IsoldeTree

/// Recognises calls that only write something down.
enum LogCall {
  /// Whether a call prints, logs or appends a line to a collection.
  static func isOne(_ call: NodeID, _ tree: Tree) -> Bool {
    let name = tree.name(call)
    if names.contains(name) || name.hasPrefix("log") || name.hasPrefix("DDLog") { return true }
    guard methods.contains(name) else { return false }
    let receiver = tree.receiverName(call).lowercased()
    return name == "append" || receiver.contains("log")
  }

  private static let names: Set<String> = [
    "print", "debugPrint", "dump", "NSLog", "os_log", "assertionFailure", "assert", "os_signpost",
  ]

  private static let methods: Set<String> = [
    "append", "debug", "info", "notice", "warning", "warn", "error", "fault", "critical", "trace",
    "verbose", "write",
  ]
}
