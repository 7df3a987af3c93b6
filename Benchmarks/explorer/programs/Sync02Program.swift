/// Two items are produced and two consumed, but the slot starts with two items in it.
///
/// It hangs in every order: the consumer leaves when it has had its two, and the producer waits
/// for room that nobody makes. After `sync02` of https://github.com/mc-imperial/sctbench.
enum Sync02Program {
  static func buggy() async throws {
    await run(itemsAtStart: 2)
  }

  static func fixed() async throws {
    await run(itemsAtStart: 0)
  }

  private static func run(itemsAtStart: Int) async {
    let slot = Slot(items: itemsAtStart)
    await withDiscardingTaskGroup { group in
      group.addTask {
        for _ in 0..<2 {
          await slot.produce()
          opaque()
        }
      }
      group.addTask {
        for _ in 0..<2 {
          await slot.consume()
          opaque()
        }
      }
    }
  }
}
