/// The small programs of the published suites.
let publishedModels: [Yardstick] = [
  Yardstick("account", AccountProgram.buggy, AccountProgram.fixed),
  Yardstick("stringbuffer", StringBufferProgram.buggy, StringBufferProgram.fixed),
  Yardstick("bluetooth", BluetoothProgram.buggy, BluetoothProgram.fixed),
  Yardstick("lazy01", LazyProgram.buggy, LazyProgram.fixed),
  Yardstick("token_ring", TokenRingProgram.buggy, TokenRingProgram.fixed),
  Yardstick("deadlock01", Deadlock01Program.buggy, Deadlock01Program.fixed, .deadlock),
  Yardstick("carter01", Carter01Program.buggy, Carter01Program.fixed, .deadlock),
  Yardstick("phase01", Phase01Program.buggy, Phase01Program.fixed, .deadlock),
  Yardstick("sync01", Sync01Program.buggy, Sync01Program.fixed, .leakedContinuation),
  Yardstick("sync02", Sync02Program.buggy, Sync02Program.fixed, .leakedContinuation),
  Yardstick("work_steal_queue", WorkStealQueueProgram.buggy, WorkStealQueueProgram.fixed),
]

/// The programs that come in several sizes.
let sizedModels: [Yardstick] =
  sized("wronglock", [1, 7]) {
    (WrongLockProgram.buggy, WrongLockProgram.fixed, $0)
  }
  + sized("lost_update", [2]) {
    (LostUpdateProgram.buggy, LostUpdateProgram.fixed, $0)
  }
  + sized("reorder", [3, 5, 10, 20, 50, 100]) {
    (ReorderProgram.buggy, ReorderProgram.fixed, $0 - 1)
  }
  + sized("twostage", [2, 20, 50, 100]) {
    (TwoStageProgram.buggy, TwoStageProgram.fixed, $0 - 1)
  }
  + sized("uneven", [25]) {
    (UnevenProgram.buggy, UnevenProgram.fixed, $0)
  }
  + sized("dining", [3, 5, 7], .deadlock) {
    (DiningProgram.buggy, DiningProgram.fixed, $0)
  }
  + sized("arithmetic_prog", [3]) {
    (ArithmeticProgressionProgram.buggy, ArithmeticProgressionProgram.fixed, $0)
  }
  + sized("stack", [3, 10]) {
    (StackProgram.buggy, StackProgram.fixed, $0)
  }
  + sized("queue", [3]) {
    (QueueProgram.buggy, QueueProgram.fixed, $0)
  }
  + sized("circular_buffer", [3, 7]) {
    (CircularBufferProgram.buggy, CircularBufferProgram.fixed, $0)
  }
  + [
    boundedBuffer(.init(readers: 2, writers: 1, capacity: 1, items: 4)),
    boundedBuffer(.init(readers: 2, writers: 2, capacity: 1, items: 4)),
    boundedBuffer(.init(readers: 3, writers: 3, capacity: 2, items: 9)),
  ]
  + sized("safestack", [2, 4]) { rounds in
    (
      { try await SafeStackProgram.buggy(tasks: $0, rounds: rounds) },
      { try await SafeStackProgram.fixed(tasks: $0, rounds: rounds) }, 3
    )
  }

private typealias SizedBody = @Sendable (Int) async throws -> Void

/// Makes a yardstick for each size in a table, which need not be what the program counts.
private func sized(
  _ name: String, _ sizes: [Int], _ expected: Fault = .error,
  program: (Int) -> (buggy: SizedBody, fixed: SizedBody, size: Int)
) -> [Yardstick] {
  sizes.map { tableSize in
    let (buggy, fixed, size) = program(tableSize)
    return Yardstick(
      "\(name)_\(tableSize)", { try await buggy(size) }, { try await fixed(size) }, expected)
  }
}

private func boundedBuffer(_ size: BoundedBufferProgram.Size) -> Yardstick {
  Yardstick(
    "bounded_buffer_r\(size.readers)w\(size.writers)_cap\(size.capacity)_it\(size.items)",
    { try await BoundedBufferProgram.buggy(size) }, { try await BoundedBufferProgram.fixed(size) },
    .deadlock)
}
