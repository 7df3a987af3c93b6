/// An actor reads its total, awaits a log entry, and writes the total back plus one.
///
/// It fails when another call reads the total during the await: one of the additions is lost,
/// although all of them run on the same actor.
enum LostUpdateOverAwaitProgram {
  static func buggy(tasks: Int) async throws {
    try await run(tasks: tasks) { tally in await tally.addAroundLog() }
  }

  static func fixed(tasks: Int) async throws {
    try await run(tasks: tasks) { tally in await tally.addAfterLog() }
  }

  private static func run(
    tasks: Int, add: @escaping @Sendable (Tally) async -> Void
  ) async throws {
    let tally = Tally()
    await withDiscardingTaskGroup { group in
      for _ in 0..<tasks {
        group.addTask { await add(tally) }
      }
    }
    let total = await tally.total
    if total != tasks {
      throw YardstickFailure("\(tasks) tasks added 1 and the total is \(total)")
    }
  }

  private actor Tally {
    private let log = Cell()
    private(set) var total = 0

    func addAroundLog() async {
      let before = total
      await log.add(1)
      total = before + 1
    }

    func addAfterLog() async {
      await log.add(1)
      total += 1
    }
  }
}
