/// A semaphore hands its permit to a waiter that is being cancelled at the same time.
///
/// It fails when the permit is handed over first and the waiter, on waking, finds itself
/// cancelled: it throws without giving the permit back, which is lost for good.
enum SemaphoreLeakProgram {
  static func buggy() async throws {
    try await run(returnsUnusedPermit: false)
  }

  static func fixed() async throws {
    try await run(returnsUnusedPermit: true)
  }

  private static func run(returnsUnusedPermit: Bool) async throws {
    let semaphore = Semaphore(returnsUnusedPermit: returnsUnusedPermit)
    let waiter = Task {
      do {
        try await semaphore.wait()
      } catch {
        return
      }
      opaque()
      await semaphore.signal()
    }
    await withDiscardingTaskGroup { group in
      // The permit is taken at the start; this is its holder.
      group.addTask { await semaphore.signal() }
      group.addTask {
        waiter.cancel()
        await semaphore.cancelWaiter()
      }
    }
    await waiter.value
    let permits = await semaphore.permits
    if permits != 1 {
      throw YardstickFailure("of one permit, \(permits) are left")
    }
  }

  private actor Semaphore {
    private let returnsUnusedPermit: Bool
    private(set) var permits = 0
    private var waiter: CheckedContinuation<Bool, Never>?

    init(returnsUnusedPermit: Bool) {
      self.returnsUnusedPermit = returnsUnusedPermit
    }

    func wait() async throws {
      try Task.checkCancellation()
      if permits > 0 {
        permits -= 1
        return
      }
      let hasPermit = await withCheckedContinuation { waiter = $0 }
      if Task.isCancelled {
        if hasPermit && returnsUnusedPermit { signal() }
        throw CancellationError()
      }
    }

    func signal() {
      if !resumeWaiter(withPermit: true) { permits += 1 }
    }

    /// Wakes the waiter without a permit, if it still waits.
    func cancelWaiter() {
      _ = resumeWaiter(withPermit: false)
    }

    private func resumeWaiter(withPermit hasPermit: Bool) -> Bool {
      guard let waiter else { return false }
      self.waiter = nil
      waiter.resume(returning: hasPermit)
      return true
    }
  }
}
