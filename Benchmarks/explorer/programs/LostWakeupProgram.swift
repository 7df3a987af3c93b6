/// Readers wait until a sum has reached a threshold: they look, and then join the waiting list.
///
/// It hangs when the last addition comes between a reader's look and its joining the list: nobody
/// wakes it any more. After the `ThresholdCell` of https://github.com/nassersala/hegel-swift.
enum LostWakeupProgram {
  static func buggy(readers: Int, writers: Int) async throws {
    await run(readers: readers, writers: writers) { cell, threshold in
      let isReached = await cell.hasReached(threshold)
      opaque()
      if !isReached { await cell.join(threshold) }
    }
  }

  static func fixed(readers: Int, writers: Int) async throws {
    await run(readers: readers, writers: writers) { cell, threshold in
      await cell.waitUntilReached(threshold)
    }
  }

  /// The thresholds are spread, so that each reader waits for another addition.
  private static func run(
    readers: Int, writers: Int,
    waitForThreshold: @escaping @Sendable (ThresholdCell, Int) async -> Void
  ) async {
    let cell = ThresholdCell()
    await withDiscardingTaskGroup { group in
      for reader in 0..<readers {
        group.addTask { await waitForThreshold(cell, 1 + reader % writers) }
      }
      for _ in 0..<writers {
        group.addTask { await cell.addOne() }
      }
    }
  }

  private actor ThresholdCell {
    private var sum = 0
    private var waiters: [(threshold: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func addOne() {
      sum += 1
      for waiter in waiters where waiter.threshold <= sum { waiter.continuation.resume() }
      waiters.removeAll { $0.threshold <= sum }
    }

    func hasReached(_ threshold: Int) -> Bool { sum >= threshold }

    func join(_ threshold: Int) async {
      await withCheckedContinuation { waiters.append((threshold, $0)) }
    }

    func waitUntilReached(_ threshold: Int) async {
      guard !hasReached(threshold) else { return }
      await join(threshold)
    }
  }
}
