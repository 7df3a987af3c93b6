import IsoldeModel
import IsoldeTree

/// Knows functions and handlers whose closure is called any number of times.
enum RepeatingCallback {
  /// What calls a closure repeatedly, in words; `nil` if nothing is known to.
  static func source(of closure: NodeID, _ code: CodeContext) -> String? {
    let tree = code.tree
    guard let parent = tree.parent(closure) else { return nil }
    if tree[parent].kind == .assign, let target = tree.firstChild(parent) {
      return handlers.contains(tree.name(target)) ? "'\(tree.name(target))'" : nil
    }
    guard tree[parent].kind == .argument, let call = tree.parent(parent), tree[call].kind == .call
    else { return nil }
    return isRepeating(call, tree.label(parent), code) ? "'\(tree.name(call))'" : nil
  }

  /// Whether a closure may be called again: it is known to be, or it is a publisher's and nothing on
  /// the way ends the publisher after a value.
  static func mayComeAgain(_ closure: NodeID, _ code: CodeContext) -> Bool {
    if source(of: closure, code) != nil { return true }
    let tree = code.tree
    guard let argument = tree.parent(closure), tree[argument].kind == .argument,
      tree.label(argument) != "receiveCompletion", let call = tree.parent(argument),
      tree[call].kind == .call, tree.name(call) == "sink"
    else { return false }
    var publisher = tree.receiver(call)
    while let node = publisher, tree[node].kind == .call {
      if enders.contains(tree.name(node)) { return false }
      publisher = tree.receiver(node)
    }
    return true
  }

  /// What calls a closure again and again in quick succession, in words; `nil` if nothing is known to.
  static func fastSource(of closure: NodeID, _ code: CodeContext) -> String? {
    source(of: closure, code).flatMap { source in
      fast.contains { source == "'\($0)'" } ? source : nil
    }
  }

  /// Sources of data: sensors, pipes, audio.
  private static let fast: Set<String> = [
    "readabilityHandler", "installTap", "startDeviceMotionUpdates", "startAccelerometerUpdates",
    "startGyroUpdates", "startMagnetometerUpdates",
  ]

  private static func isRepeating(_ call: NodeID, _ label: String, _ code: CodeContext) -> Bool {
    let tree = code.tree
    switch tree.name(call) {
    case "addObserver":
      return tree.argument(call, labelled: "forName") != nil
    case "scheduledTimer", "Timer":
      return tree.argument(call, labelled: "repeats").map { tree.name($0) == "true" } ?? false
    case "observe":
      let first = tree.positionalArguments(call).first
      return first.map { tree[$0].kind == .keyPath } ?? tree.isDiscarded(call)
    case "sink":
      return label != "receiveCompletion" && publishesOn(tree.receiver(call), code)
    default:
      return functions.contains(tree.name(call))
    }
  }

  // MARK: - Publishers

  /// Whether the publisher that a chain starts from goes on, and no operator on the way ends it.
  private static func publishesOn(_ publisher: NodeID?, _ code: CodeContext) -> Bool {
    let tree = code.tree
    var current = publisher
    while let node = current {
      switch tree[node].kind {
      case .call:
        if enders.contains(tree.name(node)) { return false }
        if tree.name(node) == "publisher" {
          return tree.argument(node, labelled: "for").map { tree[$0].kind != .keyPath } ?? false
            && tree.receiverName(node) == "default"
        }
        guard let receiver = tree.receiver(node) else { return false }
        current = receiver
      case .member, .identifier:
        // A subject can be meant for one value; a published property cannot.
        return tree.name(node).hasPrefix("$") && !tree.name(node).dropFirst().allSatisfy(\.isNumber)
      case .optionalChain, .forceUnwrap:
        current = tree.firstChild(node)
      default:
        return false
      }
    }
    return false
  }

  /// Operators behind which only one value, or a chosen number, comes.
  private static let enders: Set<String> = [
    "first", "prefix", "output", "last", "collect", "reduce", "timeout", "tryFirst", "count", "min",
    "max", "allSatisfy", "contains", "drop",
  ]

  // MARK: - Names

  private static let handlers: Set<String> = [
    "stateUpdateHandler", "pathUpdateHandler", "viabilityUpdateHandler", "betterPathUpdateHandler",
    "newConnectionHandler", "readabilityHandler", "writeabilityHandler",
    "browseResultsChangedHandler",
    "serviceRegistrationUpdateHandler", "pathsUpdateHandler",
  ]

  private static let functions: Set<String> = [
    "setEventHandler", "addPeriodicTimeObserver", "addBoundaryTimeObserver", "addSnapshotListener",
    "addStateDidChangeListener", "addIDTokenDidChangeListener", "installTap",
    "startDeviceMotionUpdates", "startAccelerometerUpdates", "startGyroUpdates",
    "startMagnetometerUpdates", "startRelativeAltitudeUpdates",
  ]

  /// Whether a function is a delegate method that the system calls any number of times.
  static func isDelegateMethod(_ function: FunctionFact) -> Bool {
    let labels = function.parameters.map(\.label)
    guard let known = delegateMethods[function.name] else { return false }
    return known.contains { $0.isEmpty || labels.contains($0) }
  }

  private static let delegateMethods: [String: [String]] = [
    "locationManager": ["didUpdateLocations", "didChangeAuthorization", "didUpdateHeading"],
    "locationManagerDidChangeAuthorization": [""],
    "centralManagerDidUpdateState": [""],
    "peripheralManagerDidUpdateState": [""],
    "centralManager": ["didDiscover"],
    "peripheral": ["didUpdateValueFor"],
    "metadataOutput": ["didOutput"],
    "captureOutput": ["didOutput"],
    "webView": ["didFinish"],
  ]
}
