/// Philosophers at a round table take the fork on their left and then the one on their right.
///
/// It deadlocks when each of them has taken the left fork before anyone takes a right one.
/// After `din_phil` of https://github.com/mc-imperial/sctbench.
enum DiningProgram {
  static func buggy(philosophers: Int) async throws {
    await run(philosophers: philosophers) { seat in
      (seat, (seat + 1) % philosophers)
    }
  }

  /// Everyone takes the fork with the lower number first, so no circle of waiters can close.
  static func fixed(philosophers: Int) async throws {
    await run(philosophers: philosophers) { seat in
      let neighbour = (seat + 1) % philosophers
      return (min(seat, neighbour), max(seat, neighbour))
    }
  }

  private static func run(
    philosophers: Int, forksOfSeat: @Sendable (Int) -> (first: Int, second: Int)
  ) async {
    let forks = (0..<philosophers).map { _ in AsyncLock() }
    await withDiscardingTaskGroup { group in
      for seat in 0..<philosophers {
        let order = forksOfSeat(seat)
        group.addTask {
          await forks[order.first].acquire()
          opaque()
          await forks[order.second].acquire()
          opaque()
          await forks[order.second].release()
          opaque()
          await forks[order.first].release()
        }
      }
    }
  }
}
