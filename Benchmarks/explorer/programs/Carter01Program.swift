/// The first member of a class of tasks takes a room, and waits for it while it holds a lock.
///
/// It deadlocks when one class is in the room and the other waits for it: the lock that the wait
/// holds is the one needed to leave. After `carter01` of https://github.com/mc-imperial/sctbench.
enum Carter01Program {
  static func buggy() async throws {
    let lock = AsyncLock()
    await run(firstClassLock: lock, secondClassLock: lock)
  }

  /// A lock for each class is enough: nobody in the room needs the lock of a waiting class.
  static func fixed() async throws {
    await run(firstClassLock: AsyncLock(), secondClassLock: AsyncLock())
  }

  private static func run(firstClassLock: AsyncLock, secondClassLock: AsyncLock) async {
    let room = AsyncLock()
    await withDiscardingTaskGroup { group in
      for lock in [firstClassLock, secondClassLock] {
        group.addTask { await visit(room, lock: lock, members: Members()) }
      }
    }
  }

  private static func visit(_ room: AsyncLock, lock: AsyncLock, members: Members) async {
    await lock.acquire()
    opaque()
    if await members.enter() == 1 {
      opaque()
      await room.acquire()
    }
    opaque()
    await lock.release()
    opaque()
    await lock.acquire()
    opaque()
    if await members.leave() == 0 {
      opaque()
      await room.release()
    }
    opaque()
    await lock.release()
  }

  /// Counts the members of one class that are in the room.
  private actor Members {
    private var count = 0

    func enter() -> Int {
      count += 1
      return count
    }

    func leave() -> Int {
      count -= 1
      return count
    }
  }
}
