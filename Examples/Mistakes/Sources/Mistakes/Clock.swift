/// A clock that is never released, and that spins once it is cancelled.
@MainActor
final class Clock {
  private var ticking: Task<Void, Never>?
  private(set) var seconds = 0

  func start() {
    ticking = Task { [weak self] in
      guard let self else { return }
      while true {
        try? await Task.sleep(for: .seconds(1))
        self.seconds += 1
      }
    }
  }

  deinit { ticking?.cancel() }
}
