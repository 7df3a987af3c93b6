import Synchronization

/// Runs jobs in the order in which they come, and does nothing else: what every explorer has to do.
final class FloorExecutor: TaskExecutor {
  private struct Queue: ~Copyable {
    var jobs: [UnownedJob] = []
    var next = 0
  }

  private let queue = Mutex(Queue())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
  }

  /// Runs until nothing is left.
  func drain() {
    let executor = asUnownedTaskExecutor()
    while let job = take() { job.runSynchronously(on: executor) }
  }

  private func take() -> UnownedJob? {
    queue.withLock { queue in
      guard queue.next < queue.jobs.count else {
        queue.jobs.removeAll(keepingCapacity: true)
        queue.next = 0
        return nil
      }
      defer { queue.next += 1 }
      return queue.jobs[queue.next]
    }
  }
}
