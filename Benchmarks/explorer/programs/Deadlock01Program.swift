/// Two tasks take the same two locks in opposite orders.
///
/// It deadlocks when each has taken its first lock before the other one takes its second. After
/// `deadlock01` of https://github.com/mc-imperial/sctbench.
enum Deadlock01Program {
  static func buggy() async throws {
    let one = AsyncLock()
    let other = AsyncLock()
    await run(firstTask: (one, other), secondTask: (other, one))
  }

  static func fixed() async throws {
    let one = AsyncLock()
    let other = AsyncLock()
    await run(firstTask: (one, other), secondTask: (one, other))
  }

  private typealias LockOrder = (outer: AsyncLock, inner: AsyncLock)

  private static func run(firstTask: LockOrder, secondTask: LockOrder) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await takeAndRelease(firstTask) }
      group.addTask { await takeAndRelease(secondTask) }
    }
  }

  private static func takeAndRelease(_ order: LockOrder) async {
    await order.outer.acquire()
    opaque()
    await order.inner.acquire()
    opaque()
    await order.inner.release()
    opaque()
    await order.outer.release()
  }
}
