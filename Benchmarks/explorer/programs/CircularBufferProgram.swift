/// A sender and a receiver take turns; the receiver expects the number of its own round.
///
/// It fails when either side comes twice in a row: the round without a turn counts, and the
/// numbers no longer match. After `circular_buffer` of https://github.com/mc-imperial/sctbench.
enum CircularBufferProgram {
  static func buggy(rounds: Int) async throws {
    let buffer = CircularBuffer()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for round in 0..<rounds {
          _ = await buffer.send(round)
          opaque()
        }
      }
      group.addTask {
        for round in 0..<rounds {
          try check(await buffer.receive(), expected: round)
          opaque()
        }
      }
    }
  }

  /// Both sides count what went through, not how often they tried.
  static func fixed(rounds: Int) async throws {
    let buffer = CircularBuffer()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        var sent = 0
        for _ in 0..<rounds {
          if await buffer.send(sent) { sent += 1 }
          opaque()
        }
      }
      group.addTask {
        var received = 0
        for _ in 0..<rounds {
          let item = await buffer.receive()
          try check(item, expected: received)
          if item != nil { received += 1 }
          opaque()
        }
      }
    }
  }

  private static func check(_ item: Int?, expected: Int) throws {
    if let item, item != expected {
      throw YardstickFailure("received \(item) in place of \(expected)")
    }
  }

  private actor CircularBuffer {
    private var places = Array(repeating: 0, count: 10)
    private var writeIndex = 0
    private var readIndex = 0
    private var isSendersTurn = true

    /// Returns whether it was the sender's turn; the item is dropped if not.
    func send(_ item: Int) -> Bool {
      guard isSendersTurn else { return false }
      places[writeIndex] = item
      writeIndex = (writeIndex + 1) % places.count
      isSendersTurn = false
      return true
    }

    func receive() -> Int? {
      guard !isSendersTurn else { return nil }
      defer { readIndex = (readIndex + 1) % places.count }
      isSendersTurn = true
      return places[readIndex]
    }
  }
}
