/// Programs without a bug whose classes of equivalent orders are known.
///
/// Each task has one step to start and two for each call: one on the actor, one back.
enum CountingPrograms {
  /// Tasks that add to one number: (tasks × calls)! / (calls!)^tasks classes.
  static func counter(tasks: Int, calls: Int) async {
    let cell = Cell()
    await withDiscardingTaskGroup { group in
      for _ in 0..<tasks {
        group.addTask {
          for _ in 0..<calls {
            await cell.add(1)
            opaque()
          }
        }
      }
    }
  }

  /// Tasks that read a number and write it back: 4 classes for 2 tasks, 36 for 3, if two reads
  /// count as independent.
  static func readThenWrite(tasks: Int) async {
    let cell = Cell()
    await withDiscardingTaskGroup { group in
      for _ in 0..<tasks {
        group.addTask {
          let before = await cell.value
          opaque()
          await cell.set(before + 1)
          opaque()
        }
      }
    }
  }

  /// Tasks with an actor each: one class, whatever the numbers.
  static func separateActors(tasks: Int, calls: Int) async {
    await withDiscardingTaskGroup { group in
      for _ in 0..<tasks {
        group.addTask {
          let cell = Cell()
          for _ in 0..<calls {
            await cell.add(1)
            opaque()
          }
        }
      }
    }
  }

  /// `ReorderProgram` without its check: (setters + 1)!² classes, an order on each of two actors.
  static func reorder(setters: Int) async {
    let first = Cell()
    let second = Cell()
    await withDiscardingTaskGroup { group in
      for _ in 0..<setters {
        group.addTask {
          await first.set(1)
          opaque()
          await second.set(-1)
          opaque()
        }
      }
      group.addTask {
        _ = await first.value
        opaque()
        _ = await second.value
        opaque()
      }
    }
  }

  /// Readers and one writer of one number: 2^readers classes if two reads count as independent,
  /// else (readers + 1)!.
  static func readersAndWriter(readers: Int) async {
    let cell = Cell()
    await withDiscardingTaskGroup { group in
      for _ in 0..<readers {
        group.addTask {
          _ = await cell.value
          opaque()
        }
      }
      group.addTask {
        await cell.set(1)
        opaque()
      }
    }
  }
}
