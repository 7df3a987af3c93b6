/// A consumer looks at the item of a full slot, wakes the producer, and leaves the item there.
///
/// It hangs in every order: the producer finds the slot still full, waits again, and nobody is
/// left to resume it. After `sync01` of https://github.com/mc-imperial/sctbench.
enum Sync01Program {
  static func buggy() async throws {
    await run { slot in await slot.look() }
  }

  static func fixed() async throws {
    await run { slot in await slot.consume() }
  }

  private static func run(consumer: @escaping @Sendable (Slot) async -> Void) async {
    let slot = Slot(items: 1)
    await withDiscardingTaskGroup { group in
      group.addTask { await slot.produce() }
      group.addTask { await consumer(slot) }
    }
  }
}
