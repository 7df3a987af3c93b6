/// A producer puts an item into a queue and writes it down for comparison in a second call.
///
/// It fails when the consumer, told by the queue's flag that it is its turn, takes the item
/// before it is written down. After `queue` of https://github.com/mc-imperial/sctbench.
enum QueueProgram {
  static func buggy(items: Int) async throws {
    try await run(items: items) { queue, item in
      guard await queue.isProducersTurn() else { return }
      opaque()
      await queue.enqueue(item)
      opaque()
      await queue.writeDown(item)
    }
  }

  static func fixed(items: Int) async throws {
    try await run(items: items) { queue, item in await queue.enqueueAndWriteDown(item) }
  }

  private static func run(
    items: Int, produce: @escaping @Sendable (Queue, Int) async -> Void
  ) async throws {
    let queue = Queue()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for item in 0..<items {
          await produce(queue, item)
          opaque()
        }
      }
      group.addTask {
        for _ in 0..<items {
          let dequeued = await queue.dequeue()
          opaque()
          guard let item = dequeued else { continue }
          let expected = await queue.lastWrittenDown()
          if item != expected {
            throw YardstickFailure("took \(item), but \(expected ?? -1) is written down")
          }
          opaque()
          await queue.giveTurnBack()
        }
      }
    }
  }

  private actor Queue {
    private var items: [Int] = []
    private var written: [Int] = []
    private var producersTurn = true

    func isProducersTurn() -> Bool { producersTurn }

    func enqueue(_ item: Int) {
      items.append(item)
      producersTurn = false
    }

    func writeDown(_ item: Int) {
      written.append(item)
    }

    func enqueueAndWriteDown(_ item: Int) {
      guard producersTurn else { return }
      writeDown(item)
      enqueue(item)
    }

    func dequeue() -> Int? {
      producersTurn || items.isEmpty ? nil : items.removeFirst()
    }

    func lastWrittenDown() -> Int? { written.last }

    func giveTurnBack() {
      producersTurn = true
    }
  }
}
