import IsoldeModel
import IsoldeTree

/// Calls that keep their thread until something else has happened.
struct BlockingCall: Sendable {
  /// What the thread waits for.
  enum Kind: Sendable {
    /// Other code of the process: a signal, a group, a work item.
    case wait
    /// Time.
    case sleep
    /// Another process, or a person.
    case process
    /// Bytes from a file or pipe.
    case file
    /// Bytes from wherever a URL leads.
    case url
    /// A dispatch queue's earlier work.
    case queue
  }

  /// What the thread waits for.
  var kind: Kind
  /// The function as its users know it, such as `DispatchSemaphore.wait`.
  var name: String
  /// Whether the compiler rejects the call in async code on every platform.
  var isRejectedInAsync = false
}

/// Knows blocking calls by the function's name and the type that it is called on.
enum BlockingCalls {
  /// The names of functions that can block; a file without one of them needs no look.
  static let names: [String] =
    byName.keys.sorted() + functions.keys.sorted() + initializers.sorted()

  /// What a call blocks on; `nil` if it does not block or that is not known.
  static func call(_ node: NodeID, in code: CodeContext) -> BlockingCall? {
    let tree = code.tree
    guard tree[node].kind == .call else { return nil }
    let name = tree.name(node)
    guard let receiver = tree.receiver(node) else {
      if let kind = functions[name] { return function(name, kind, node, code) }
      return initializers.contains(name) ? initializer(name, node, code) : nil
    }
    guard let owners = byName[name] else { return nil }
    if tree[receiver].kind == .identifier, let kind = owners[tree.name(receiver)],
      isStatic(name, tree.name(receiver))
    {
      return make(kind, tree.name(receiver), name)
    }
    if let type = code.type(of: receiver) {
      let owner = type.unwrapped.lastComponent
      guard let kind = owners[owner], !isStatic(name, owner), fits(name, node, tree) else {
        return nil
      }
      return make(kind, owner, name)
    }
    return byReceiverName(name, node, receiver, code)
  }

  // MARK: - Functions

  private static func function(
    _ name: String, _ kind: BlockingCall.Kind, _ node: NodeID, _ code: CodeContext
  ) -> BlockingCall? {
    let tree = code.tree
    guard let callee = tree.firstChild(node), tree[callee].kind == .identifier,
      code.local(named: tree[callee].name, at: callee) == nil,
      code.project.globalFunctions(named: name).isEmpty,
      code.typeEntry?.functions[name] == nil, code.typeEntry?.properties[name] == nil
    else { return nil }
    // `sleep(for:)` and the like are somebody's own.
    guard tree.arguments(node).allSatisfy({ tree.label($0).isEmpty || name == "readLine" }) else {
      return nil
    }
    return BlockingCall(kind: kind, name: name)
  }

  private static func initializer(
    _ name: String, _ node: NodeID, _ code: CodeContext
  ) -> BlockingCall? {
    guard code.tree.argument(node, labelled: "contentsOf") != nil else { return nil }
    return BlockingCall(kind: .url, name: name + "(contentsOf:)")
  }

  // MARK: - Methods

  private static func make(
    _ kind: BlockingCall.Kind, _ owner: String, _ name: String
  ) -> BlockingCall {
    let rejected = ["Thread", "OperationQueue", "NSCondition", "RunLoop", "EventLoopFuture"]
    return BlockingCall(
      kind: kind, name: owner + "." + name, isRejectedInAsync: rejected.contains(owner))
  }

  private static func isStatic(_ name: String, _ owner: String) -> Bool {
    owner == "Thread" || owner == "NSURLConnection"
  }

  private static func fits(_ name: String, _ node: NodeID, _ tree: Tree) -> Bool {
    guard name == "addOperations" else { return true }
    guard let wait = tree.argument(node, labelled: "waitUntilFinished") else { return false }
    return tree.name(wait) == "true"
  }

  /// A receiver of unknown type whose name leaves no doubt.
  private static func byReceiverName(
    _ name: String, _ node: NodeID, _ receiver: NodeID, _ code: CodeContext
  ) -> BlockingCall? {
    let value = code.tree.name(code.tree.unwrapped(receiver)).lowercased()
    switch name {
    case "wait" where value.hasSuffix("semaphore"):
      return BlockingCall(kind: .wait, name: "DispatchSemaphore.wait")
    case "wait" where value.hasSuffix("dispatchgroup"):
      return BlockingCall(kind: .wait, name: "DispatchGroup.wait")
    case "sync" where value.hasSuffix("queue"):
      return BlockingCall(kind: .queue, name: "DispatchQueue.sync")
    case "waitUntilExit", "waitUntilAllOperationsAreFinished", "readDataToEndOfFile":
      let kind = byName[name]?.values.first ?? .wait
      return BlockingCall(kind: kind, name: name)
    default:
      return nil
    }
  }

  // MARK: - Tables

  private static let functions: [String: BlockingCall.Kind] = [
    "sleep": .sleep, "usleep": .sleep, "nanosleep": .sleep, "readLine": .process,
    "waitpid": .process, "pthread_join": .wait, "pthread_cond_wait": .wait, "sem_wait": .wait,
  ]

  private static let initializers: Set<String> = ["Data", "NSData", "String", "NSString"]

  private static let byName: [String: [String: BlockingCall.Kind]] = [
    "wait": [
      "DispatchSemaphore": .wait, "DispatchGroup": .wait, "DispatchWorkItem": .wait,
      "NSCondition": .wait, "EventLoopFuture": .wait,
    ],
    "sleep": ["Thread": .sleep],
    "waitUntilExit": ["Process": .process],
    "waitUntilAllOperationsAreFinished": ["OperationQueue": .wait],
    "waitUntilFinished": ["Operation": .wait, "BlockOperation": .wait],
    "addOperations": ["OperationQueue": .wait],
    "readDataToEndOfFile": ["FileHandle": .file],
    "readToEnd": ["FileHandle": .file],
    "sendSynchronousRequest": ["NSURLConnection": .url],
    "sync": ["DispatchQueue": .queue],
    "asyncAndWait": ["DispatchQueue": .queue],
    "run": ["RunLoop": .wait],
  ]
}
