/// Words of Swift source as hashes, so that a scanner compares them without making strings.
///
/// The hash is FNV-1a with 64 bits. A word that collides with one of these few hundred only makes
/// a scanner keep a body that it could have blanked.
enum Word {
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  static func hash(_ word: String) -> UInt64 {
    word.utf8.reduce(seed, combine)
  }

  /// The hashes of a list of words that is separated by spaces.
  static func hashes(_ words: String) -> Set {
    Set(words.split(separator: " ").map { hash(String($0)) })
  }

  /// A small set of hashes with fast look-up.
  struct Set: Sendable {
    private let slots: [UInt64]
    private let mask: Int

    init(_ hashes: [UInt64]) {
      var capacity = 16
      while capacity < hashes.count * 4 { capacity *= 2 }
      var slots = [UInt64](repeating: 0, count: capacity)
      for hash in hashes {
        var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & (capacity - 1) }
        slots[slot] = hash
      }
      self.slots = slots
      mask = capacity - 1
    }

    func contains(_ hash: UInt64) -> Bool {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 {
        if slots[slot] == hash { return true }
        slot = (slot + 1) & mask
      }
      return false
    }
  }

  /// Words after which a slash starts a regular expression.
  static let precedesExpression = hashes(
    "return in case where try await if while else throw guard switch for")

  /// Words that make a file, and the body they stand in, worth parsing.
  static let concerns = hashes(
    """
    await async actor Task TaskGroup ThrowingTaskGroup withTaskGroup withThrowingTaskGroup \
    withDiscardingTaskGroup withThrowingDiscardingTaskGroup withTaskCancellationHandler \
    withCheckedContinuation withCheckedThrowingContinuation withUnsafeContinuation \
    withUnsafeThrowingContinuation CheckedContinuation UnsafeContinuation AsyncStream \
    AsyncThrowingStream nonisolated MainActor isolated globalActor unchecked preconcurrency \
    concurrent assumeIsolated DispatchQueue DispatchGroup DispatchSemaphore DispatchWorkItem \
    DispatchSource OperationQueue BlockOperation Thread NSLock NSRecursiveLock NSCondition \
    NSConditionLock OSAllocatedUnfairLock os_unfair_lock os_unfair_lock_lock Mutex \
    pthread_mutex_lock pthread_rwlock_wrlock pthread_self NIOLock NIOLockedValueBox \
    ManagedAtomic Atomic UnfairLock semaphore sleep usleep nanosleep waitUntilExit \
    readDataToEndOfFile readToEnd readLine contentsOf contentsOfFile sendSynchronousRequest \
    performAndWait waitUntilAllOperationsAreFinished resume finish cancel cancelAll yield lock \
    unlock withLock withLockUnchecked withLockedValue withLockVoid synchronized barrier \
    wait signal sync onTermination isCancelled checkCancellation addTask continuation \
    Observable ObservableObject Published onAppear refreshable isMainThread \
    threadDictionary
    """)
}
