/// Each task reads a number in one call and writes it back, plus one, in the next.
///
/// It fails when a task reads before another one has written: one of the additions is lost.
enum LostUpdateProgram {
  static func buggy(tasks: Int) async throws {
    try await run(tasks: tasks) { cell in
      let before = await cell.value
      opaque()
      await cell.set(before + 1)
    }
  }

  static func fixed(tasks: Int) async throws {
    try await run(tasks: tasks) { cell in await cell.add(1) }
  }

  private static func run(
    tasks: Int, increment: @escaping @Sendable (Cell) async -> Void
  ) async throws {
    let cell = Cell()
    await withDiscardingTaskGroup { group in
      for _ in 0..<tasks {
        group.addTask { await increment(cell) }
      }
    }
    let total = await cell.value
    if total != tasks {
      throw YardstickFailure("\(tasks) tasks added 1 and the total is \(total)")
    }
  }
}
