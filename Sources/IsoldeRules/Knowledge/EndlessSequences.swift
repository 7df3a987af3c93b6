import IsoldeModel
import IsoldeTree

/// What ends an asynchronous sequence.
enum SequenceEnd: Sendable {
  /// Nothing: only the cancellation of its consumer does.
  case never
  /// Whoever feeds it, such as the continuation of a stream; it may never do so.
  case producer
  /// It has a last element: a file, a response, a task group.
  case finite
  /// The names do not tell.
  case unknown
}

/// Which asynchronous sequences never end.
enum EndlessSequences {
  /// What ends the sequence that the expression behind `in` of a `for await` is.
  static func end(of sequence: NodeID, in code: CodeContext) -> SequenceEnd {
    end(of: sequence, in: code, depth: 0)
  }

  /// The names of which one stands in every file with a sequence that ends by `.never`.
  static let names: [String] =
    endlessFunctions.sorted() + endlessTypes.sorted() + endlessPublishers.sorted()
    + endlessMembers.compactMap { $0.split(separator: ".").last.map(String.init) }.sorted()
    + ["values", "Notifications"]

  private static func end(of sequence: NodeID, in code: CodeContext, depth: Int) -> SequenceEnd {
    guard depth < 16 else { return .unknown }
    let tree = code.tree
    let node = tree.unwrapped(sequence)
    switch tree[node].kind {
    case .call: return call(node, code, depth)
    case .member: return member(node, code, depth)
    case .identifier:
      if let local = code.local(named: tree[node].name, at: node), let value = local.value,
        [.constant, .binding, .capture].contains(local.kind)
      {
        let known = end(of: value, in: code, depth: depth + 1)
        if known != .unknown { return known }
      }
      return byType(node, code)
    case .binary where tree.name(node) == "??":
      return tree.firstChild(node).map { end(of: $0, in: code, depth: depth + 1) } ?? .unknown
    default:
      return byType(node, code)
    }
  }

  private static func call(_ node: NodeID, _ code: CodeContext, _ depth: Int) -> SequenceEnd {
    let name = code.tree.name(node)
    if limiting.contains(name) { return .finite }
    if let base = code.tree.receiver(node) {
      if adapters.contains(name) { return end(of: base, in: code, depth: depth + 1) }
      if endlessFunctions.contains(name) { return .never }
    } else if endlessTypes.contains(name) {
      return .never
    }
    return byType(node, code)
  }

  private static func member(_ node: NodeID, _ code: CodeContext, _ depth: Int) -> SequenceEnd {
    let tree = code.tree
    let name = tree.name(node)
    guard let base = tree.firstChild(node) else { return .unknown }
    let owner = tree.name(tree.unwrapped(base))
    if finiteMembers.contains(name) { return .finite }
    if endlessMembers.contains("\(owner).\(name)") { return .never }
    if name == "values" { return publisher(base, code, depth) }
    return byType(node, code)
  }

  /// The values of a Combine publisher.
  private static func publisher(_ base: NodeID, _ code: CodeContext, _ depth: Int) -> SequenceEnd {
    let tree = code.tree
    var node = tree.unwrapped(base)
    var steps = 0
    while steps < 16, tree[node].kind == .call, let inner = tree.receiver(node) {
      if limiting.contains(tree.name(node)) { return .finite }
      if endlessPublishers.contains(tree.name(node)) { return .never }
      // The notifications of a center.
      if tree.name(node) == "publisher", tree.receiverName(node) == "default",
        tree.argument(node, labelled: "for").map({ tree[$0].kind != .keyPath }) ?? false
      {
        return .never
      }
      node = tree.unwrapped(inner)
      steps += 1
    }
    return tree.name(node).hasPrefix("$") ? .never : .producer
  }

  private static func byType(_ node: NodeID, _ code: CodeContext) -> SequenceEnd {
    guard let type = code.type(of: node) else { return .unknown }
    switch type.base {
    case "AsyncStream", "AsyncThrowingStream", "AsyncChannel", "AsyncThrowingChannel",
      "AsyncPublisher", "AsyncThrowingPublisher":
      return .producer
    case "NotificationCenter.Notifications", "AsyncTimerSequence", "Observations", "NWPathMonitor":
      return .never
    case "TaskGroup", "ThrowingTaskGroup", "URLSession.AsyncBytes", "FileHandle.AsyncBytes",
      "AsyncLineSequence", "Array", "Set":
      return .finite
    default:
      return .unknown
    }
  }

  /// Functions and properties that hand on the elements of what they are called on.
  private static let adapters: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "debounce", "throttle", "_throttle", "_debounce",
    "removeDuplicates", "dropFirst", "drop", "buffer", "receive", "share", "makeAsyncIterator",
    "eraseToStream", "eraseToAnyAsyncSequence", "adjacentPairs", "compacted", "chunked", "chunks",
    "joined", "withLatestFrom", "interspersed", "autoconnect", "eraseToAnyPublisher", "reductions",
    "subscribe", "eraseToAsyncStream", "broadcast", "handleEvents", "print",
  ]

  /// Functions that end after some elements.
  private static let limiting: Set<String> = ["prefix", "first", "timeout", "output"]

  private static let endlessFunctions: Set<String> = [
    "notifications", "messages", "liveUpdates", "monitorUpdates", "repeating",
  ]

  private static let endlessTypes: Set<String> = [
    "AsyncTimerSequence", "Observations", "NWPathMonitor",
  ]

  private static let endlessPublishers: Set<String> = ["publish"]

  private static let endlessMembers: Set<String> = [
    "Transaction.updates", "Status.updates", "Storefront.updates", "PurchaseIntent.intents",
    "Message.messages", "Activity.activityUpdates",
  ]

  private static let finiteMembers: Set<String> = [
    "lines", "bytes", "resourceBytes", "characters", "unicodeScalars", "async", "standardOutput",
    "standardError", "allObjects", "unfinished", "currentEntitlements",
  ]
}

extension EndlessSequences {
  /// Whether a `for await` goes on as long as events come, such as connections, messages or
  /// notifications, as far as the names in its sequence tell.
  static func feedEvents(toLoop loop: NodeID, _ tree: Tree) -> Bool {
    guard tree[loop].flags.contains(.isAwait), let sequence = tree.child(loop, at: 1) else {
      return false
    }
    return tree.anyNode(from: sequence) { node in
      switch tree[node].kind {
      case .identifier, .member, .call:
        let name = tree.name(node).lowercased()
        return eventWords.contains { name.hasSuffix($0) }
      default: return false
      }
    }
  }

  private static let eventWords = [
    "connections", "inbound", "incoming", "requests", "messages", "notifications", "events",
    "updates", "signals", "clients", "sessions", "datagrams", "frames", "commands", "actions",
    "timer", "ticks", "jobs",
  ]
}
