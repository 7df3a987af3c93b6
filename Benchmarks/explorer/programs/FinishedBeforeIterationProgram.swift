/// A hub gives each subscriber a stream and finishes the streams that it knows when it closes.
///
/// It hangs when the hub closes before a subscriber has come: its stream is never finished, and
/// the iteration waits for ever.
enum FinishedBeforeIterationProgram {
  static func buggy() async throws {
    await run(remembersClosing: false)
  }

  static func fixed() async throws {
    await run(remembersClosing: true)
  }

  private static func run(remembersClosing: Bool) async {
    let hub = Hub(remembersClosing: remembersClosing)
    await withDiscardingTaskGroup { group in
      group.addTask {
        let stream = await hub.subscribe()
        opaque()
        for await _ in stream { opaque() }
      }
      group.addTask {
        await hub.publish(1)
        opaque()
        await hub.close()
      }
    }
  }

  private actor Hub {
    private let remembersClosing: Bool
    private var isClosed = false
    private var subscribers: [AsyncStream<Int>.Continuation] = []

    init(remembersClosing: Bool) {
      self.remembersClosing = remembersClosing
    }

    func subscribe() -> AsyncStream<Int> {
      let (stream, subscriber) = AsyncStream.makeStream(of: Int.self)
      subscribers.append(subscriber)
      if remembersClosing && isClosed { subscriber.finish() }
      return stream
    }

    func publish(_ element: Int) {
      for subscriber in subscribers { subscriber.yield(element) }
    }

    func close() {
      isClosed = true
      for subscriber in subscribers { subscriber.finish() }
    }
  }
}
