/// One task adds to a number under one lock; other tasks do so under another lock.
///
/// It fails when an addition of the others falls between the reading and the checking of the first
/// task. After `wronglock` of https://github.com/mc-imperial/sctbench.
enum WrongLockProgram {
  static func buggy(others: Int) async throws {
    try await run(others: others, lock: AsyncLock(), otherLock: AsyncLock())
  }

  static func fixed(others: Int) async throws {
    let lock = AsyncLock()
    try await run(others: others, lock: lock, otherLock: lock)
  }

  private static func run(others: Int, lock: AsyncLock, otherLock: AsyncLock) async throws {
    let data = Cell()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        await lock.acquire()
        opaque()
        let before = await data.value
        opaque()
        await data.add(1)
        opaque()
        let after = await data.value
        opaque()
        await lock.release()
        if after != before + 1 {
          throw YardstickFailure("\(before) plus 1 became \(after) under the lock")
        }
      }
      for _ in 0..<others {
        group.addTask {
          await otherLock.acquire()
          opaque()
          await data.add(1)
          opaque()
          await otherLock.release()
        }
      }
    }
  }
}
