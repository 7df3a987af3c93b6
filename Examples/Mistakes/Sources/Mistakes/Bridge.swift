import Dispatch

/// A callback API made asynchronous, and an asynchronous one made synchronous; both can hang.
final class Bridge: Sendable {
  private let device: any Device

  init(_ device: any Device) { self.device = device }

  func reading() async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      device.read { value, error in
        if let error { continuation.resume(throwing: error) }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  func readingNow() -> Int {
    let done = DispatchSemaphore(value: 0)
    Task {
      _ = try? await reading()
      done.signal()
    }
    done.wait()
    return 0
  }
}

protocol Device: Sendable {
  func read(_ completion: @escaping @Sendable (Int?, (any Error)?) -> Void)
}
