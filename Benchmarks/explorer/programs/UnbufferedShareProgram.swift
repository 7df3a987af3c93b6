/// A source is shared without a buffer, and its producer waits for room before each element.
///
/// It deadlocks when every consumer asks before the producer looks for room: with a limit of zero
/// there never is any, and the demand that would have woken the producer has come already. After
/// https://github.com/apple/swift-async-algorithms/pull/387.
enum UnbufferedShareProgram {
  static func buggy() async throws {
    await run(demandIsRoom: false)
  }

  static func fixed() async throws {
    await run(demandIsRoom: true)
  }

  private static func run(demandIsRoom: Bool) async {
    let source = SharedSource(demandIsRoom: demandIsRoom)
    await withDiscardingTaskGroup { group in
      group.addTask {
        for element in 0..<2 {
          await source.waitForRoom()
          opaque()
          await source.emit(element)
          opaque()
        }
        await source.finish()
      }
      for _ in 0..<2 {
        group.addTask {
          while await source.next() != nil { opaque() }
        }
      }
    }
  }

  private actor SharedSource {
    private let demandIsRoom: Bool
    private var demands: [CheckedContinuation<Int?, Never>] = []
    private var producer: CheckedContinuation<Void, Never>?
    private var isFinished = false

    init(demandIsRoom: Bool) {
      self.demandIsRoom = demandIsRoom
    }

    func waitForRoom() async {
      if demandIsRoom && !demands.isEmpty { return }
      await withCheckedContinuation { producer = $0 }
    }

    /// Hands the element to everyone who waits for one.
    func emit(_ element: Int?) {
      for demand in demands { demand.resume(returning: element) }
      demands = []
    }

    func finish() {
      isFinished = true
      emit(nil)
    }

    func next() async -> Int? {
      guard !isFinished else { return nil }
      producer?.resume()
      producer = nil
      return await withCheckedContinuation { demands.append($0) }
    }
  }
}
