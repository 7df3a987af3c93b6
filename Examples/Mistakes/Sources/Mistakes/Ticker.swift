import Synchronization

/// The producer goes on when nobody listens any more.
func ticks() -> AsyncStream<Int> {
  AsyncStream { continuation in
    Task {
      var count = 0
      while true {
        await Task.yield()
        continuation.yield(count)
        count += 1
      }
    }
  }
}

/// Resuming takes the runtime's lock on the task, which a cancellation handler holds already.
final class Gate: Sendable {
  private let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)

  func open() {
    waiter.withLock { $0?.resume() }
  }
}
