/// The owner of a deque takes from its tail without a lock, while a thief takes from its head.
///
/// It fails when the owner reads the head, the thief takes the last item, and only then the owner
/// announces its new tail: both have the same item. This is what a plain store does on hardware
/// that lets the load overtake it. After the CHESS `WorkStealQueue` of
/// https://github.com/mc-imperial/sctbench.
enum WorkStealQueueProgram {
  static func buggy() async throws {
    try await run(WorkStealQueue(announcesTailFirst: false))
  }

  static func fixed() async throws {
    try await run(WorkStealQueue(announcesTailFirst: true))
  }

  private static func run(_ queue: WorkStealQueue) async throws {
    let taken = TakenItems()
    await withDiscardingTaskGroup { group in
      group.addTask {
        for firstItem in [0, 2] {
          await queue.push(firstItem)
          await queue.push(firstItem + 1)
          await taken.add(await queue.pop())
        }
        await taken.add(await queue.pop())
        await taken.add(await queue.pop())
      }
      group.addTask {
        for _ in 0..<2 {
          await taken.add(await queue.steal())
        }
      }
    }
    let items = await taken.items.sorted()
    if items != [0, 1, 2, 3] {
      throw YardstickFailure("the items taken are \(items)")
    }
  }

  private actor TakenItems {
    private(set) var items: [Int] = []

    func add(_ item: Int?) {
      if let item { items.append(item) }
    }
  }

  /// A deque whose words are actors, so that each access is a step.
  private struct WorkStealQueue {
    let announcesTailFirst: Bool
    private let head = Cell()
    private let tail = Cell()
    private let slots = (0..<4).map { _ in Cell(-1) }
    private let lock = AsyncLock()

    func push(_ item: Int) async {
      let index = await tail.value
      opaque()
      await slots[index].set(item)
      opaque()
      await tail.set(index + 1)
      opaque()
    }

    func pop() async -> Int? {
      if let item = await popFromTail() { return item }
      // A thief may be at the same item: look again while thieves are locked out.
      await lock.acquire()
      opaque()
      let item = await popFromTail()
      await lock.release()
      opaque()
      return item
    }

    private func popFromTail() async -> Int? {
      let last = await tail.value - 1
      opaque()
      let first: Int
      if announcesTailFirst {
        await tail.set(last)
        opaque()
        first = await head.value
      } else {
        first = await head.value
        opaque()
        await tail.set(last)
      }
      opaque()
      if first <= last { return await taken(last) }
      await tail.set(last + 1)
      opaque()
      return nil
    }

    func steal() async -> Int? {
      await lock.acquire()
      opaque()
      let first = await head.value
      opaque()
      await head.set(first + 1)
      opaque()
      let item = first < (await tail.value) ? await taken(first) : nil
      opaque()
      if item == nil { await head.set(first) }
      opaque()
      await lock.release()
      opaque()
      return item
    }

    private func taken(_ index: Int) async -> Int {
      opaque()
      let item = await slots[index].value
      opaque()
      return item
    }
  }
}
