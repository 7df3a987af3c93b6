/// A source yields an element and then fails; a consumer asks for one element after another.
///
/// It fails when the source fails while the consumer is not asking: the error is dropped, and the
/// consumer sees a normal end. After
/// https://github.com/apple/swift-async-algorithms/issues/450.
enum DebounceErrorProgram {
  static func buggy() async throws {
    try await run(keepsError: false)
  }

  static func fixed() async throws {
    try await run(keepsError: true)
  }

  private static func run(keepsError: Bool) async throws {
    let relay = Relay(keepsError: keepsError)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        await relay.yield(1)
        opaque()
        await relay.fail()
      }
      group.addTask {
        do {
          while try await relay.next() != nil { opaque() }
        } catch is SourceFailed {
          return
        }
        throw YardstickFailure("the error of the source was dropped")
      }
    }
  }

  private struct SourceFailed: Error {}

  private actor Relay {
    private let keepsError: Bool
    private var element: Int?
    private var demand: CheckedContinuation<Int?, any Error>?
    private var end: Result<Int?, any Error>?

    init(keepsError: Bool) {
      self.keepsError = keepsError
    }

    func yield(_ newElement: Int) {
      guard let demand else {
        element = newElement
        return
      }
      self.demand = nil
      demand.resume(returning: newElement)
    }

    func fail() {
      guard let demand else {
        end = keepsError ? .failure(SourceFailed()) : .success(nil)
        return
      }
      self.demand = nil
      end = .success(nil)
      demand.resume(throwing: SourceFailed())
    }

    func next() async throws -> Int? {
      if let element {
        self.element = nil
        return element
      }
      if let end { return try end.get() }
      return try await withCheckedThrowingContinuation { demand = $0 }
    }
  }
}
