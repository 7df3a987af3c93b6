import IsoldeTree

/// Asynchronous requests of `URLSession`, which report a cancellation as `URLError(.cancelled)`.
enum URLSessionCalls {
  /// Whether a call is such a request, as far as the name of its receiver tells.
  static func isRequest(_ call: NodeID, _ tree: Tree) -> Bool {
    guard names.contains(tree.name(call)), let receiver = tree.receiver(call) else { return false }
    let labels = tree.arguments(call).map { tree.label($0) }
    guard labels.first.map(firstLabels.contains) ?? false else { return false }
    if tree.source(receiver) == "URLSession.shared" { return true }
    let name = tree.receiverName(call).lowercased()
    return name.hasSuffix("urlsession") || name == "session" || name == "_session"
  }

  private static let names: Set<String> = ["data", "upload", "download", "bytes"]
  private static let firstLabels: Set<String> = ["from", "for", "resumeFrom"]
}
