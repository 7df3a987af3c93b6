import IsoldeModel

/// Types that keep threads from touching the same state at the same time.
enum LockLikeTypes {
  /// Whether a type is a lock that parks or spins the thread, by its name.
  static func isLock(_ type: TypeName) -> Bool {
    let name = type.unwrapped.lastComponent
    if locks.contains(name) { return true }
    if name == "UnsafeMutablePointer" { return type.unwrapped.arguments.first.map(isLock) ?? false }
    return hasLockSuffix(name) && !name.hasPrefix("Async")
  }

  /// Whether a type holds state that can only be reached under its own lock.
  static func isStateBox(_ type: TypeName) -> Bool {
    boxes.contains(type.unwrapped.lastComponent)
  }

  /// Whether a type is an atomic value.
  static func isAtomic(_ type: TypeName) -> Bool {
    let name = type.unwrapped.lastComponent
    return name.hasPrefix("Atomic") || name.hasSuffix("Atomic") || name.hasPrefix("ManagedAtomic")
      || name.hasPrefix("UnsafeAtomic")
  }

  /// Whether a type runs work one piece after another, so that state can be confined to it.
  static func isQueue(_ type: TypeName) -> Bool {
    let name = type.unwrapped.lastComponent
    return queues.contains(name) || name.hasSuffix("Queue") || name.hasSuffix("EventLoop")
      || name.hasSuffix("Executor") || name.hasSuffix("Scheduler")
  }

  /// Whether a type says that it takes care of concurrent access, in whatever way.
  static func synchronizes(_ type: TypeName) -> Bool {
    if isLock(type) || isStateBox(type) || isAtomic(type) || isQueue(type) { return true }
    let name = type.unwrapped.lastComponent
    return hints.contains { name.contains($0) }
  }

  /// Whether an attribute is a property wrapper that takes care of concurrent access.
  static func isSynchronizingWrapper(_ attribute: String) -> Bool {
    hints.contains { attribute.contains($0) } || attribute.contains("Lock")
  }

  /// Whether the name of a value lets it be taken for a lock; for values of unknown type.
  static func isLockName(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("lock") && !name.hasSuffix("block") && !name.hasSuffix("clock")
      || name.hasSuffix("mutex")
  }

  private static func hasLockSuffix(_ name: String) -> Bool {
    name.hasSuffix("Lock") && !name.hasSuffix("Block") && !name.hasSuffix("Clock")
      || name.hasSuffix("Mutex")
  }

  private static let locks: Set<String> = [
    "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSLocking", "Lock", "Mutex",
    "OSAllocatedUnfairLock", "UnfairLock", "os_unfair_lock", "os_unfair_lock_s",
    "os_unfair_lock_t", "os_unfair_recursive_lock", "pthread_mutex_t", "pthread_rwlock_t",
    "OSSpinLock", "NIOLock", "ConditionLock", "ReadWriteLock", "RecursiveLock", "SpinLock",
    "ManagedCriticalState", "NIOLockedValueBox", "LockIsolated", "PosixLock",
  ]

  private static let boxes: Set<String> = [
    "Mutex", "OSAllocatedUnfairLock", "NIOLockedValueBox", "ManagedCriticalState", "LockIsolated",
    "Locked", "Protected", "LockedValueBox",
  ]

  private static let queues: Set<String> = [
    "DispatchQueue", "DispatchSerialQueue", "OperationQueue", "RunLoop", "Thread", "EventLoop",
    "EventLoopGroup", "Channel", "ChannelHandlerContext", "DispatchSemaphore",
    "NSManagedObjectContext", "ModelContext", "DispatchSpecificKey",
  ]

  private static let hints = [
    "Locked", "Protected", "Synchronized", "ThreadSafe", "Threadsafe", "Atomic", "Mutex",
    "Critical", "Isolated", "Guarded", "Concurrent",
  ]
}
