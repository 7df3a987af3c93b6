import IsoldeTree

/// How a function runs the closure that is handed to it, as far as its name tells.
enum ClosureRole {
  /// Exactly once, before it returns.
  case once
  /// For each element, before it returns.
  case perElement
  /// Once, holding the lock or queue that it is called on.
  case underLock
  /// Once, on another actor, while the caller waits.
  case onActor(Isolation)
  /// In a body of its own.
  case later(FlowGraph.BodyRole, Isolation?)

  /// The role of a closure argument.
  ///
  /// - Parameters:
  ///   - argument: The argument that holds the closure.
  ///   - call: The call.
  ///   - tree: Their tree.
  /// - Returns: The role; a callback if nothing is known about the call.
  static func of(_ argument: NodeID, in call: NodeID, _ tree: Tree) -> ClosureRole {
    let name = tree.name(call)
    let label = tree.label(argument)
    let receiver = tree.receiverName(call)
    switch name {
    case "Task":
      return .later(.task, nil)
    case "detached", "immediateDetached":
      return receiver == "Task" ? .later(.detachedTask, .concurrent) : .later(.callback, nil)
    case "immediate":
      return receiver == "Task" ? .later(.task, nil) : .later(.callback, nil)
    case "addTask", "addTaskUnlessCancelled", "addImmediateTask":
      return .later(.childTask, .concurrent)
    case "run":
      if receiver == "MainActor" { return .onActor(.mainActor) }
      return .later(.callback, nil)
    case "withTaskCancellationHandler":
      return label == "onCancel" ? .later(.cancellationHandler, .nonisolated) : .once
    case "AsyncStream", "AsyncThrowingStream":
      return label == "unfolding" || label == "onCancel" ? .later(.callback, .concurrent) : .once
    case "async", "asyncAfter", "asyncAndWait":
      return dispatched(call, receiver, tree)
    case "sync":
      return .underLock
    case "addOperation", "addBarrierBlock":
      return .later(.callback, receiver == "main" ? .mainActor : .nonisolated)
    default:
      if onceNames.contains(name) { return .once }
      if lockNames.contains(name) { return .underLock }
      if elementNames.contains(name) { return .perElement }
      if name.hasPrefix("withUnsafe"), name != "withUnsafeContinuation" { return .once }
      return .later(.callback, nil)
    }
  }

  private static func dispatched(_ call: NodeID, _ receiver: String, _ tree: Tree) -> ClosureRole {
    guard receiver == "main" else { return .later(.callback, .nonisolated) }
    return .later(.callback, .mainActor)
  }

  private static let onceNames: Set<String> = [
    "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
    "withUnsafeThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup",
    "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withExtendedLifetime",
    "autoreleasepool", "withValue", "assumeIsolated", "withoutActuallyEscaping",
    "performWithoutAnimation", "withTaskExecutorPreference", "withTaskPriorityEscalationHandler",
    "withTaskCancellationShield", "measure", "withSpan", "withDependencies",
    "withAnimation", "withTransaction",
  ]

  private static let lockNames: Set<String> = [
    "withLock", "withLockUnchecked", "withLockedValue", "withLockVoid", "withLockIfAvailable",
    "withLockIfAvailableUnchecked", "synchronized", "performAndWait", "withCriticalRegion",
    "withCriticalScope", "locked", "withReaderLock", "withWriterLock", "withReaderLockVoid",
    "withWriterLockVoid", "whileLocked", "safeSync",
  ]

  private static let elementNames: Set<String> = [
    "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "contains", "first", "last",
    "firstIndex", "lastIndex", "allSatisfy", "sorted", "sort", "min", "max", "removeAll", "drop",
    "prefix", "partition", "mapValues", "compactMapValues", "count", "concurrentPerform",
    "Dictionary", "index", "elementsEqual", "split", "sum", "enumerated",
  ]
}
