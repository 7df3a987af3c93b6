/// Two tasks add 1 and 2; a third believes that it sees a total below 3.
///
/// It fails when the third task comes last. After `lazy01` of
/// https://github.com/mc-imperial/sctbench.
enum LazyProgram {
  static func buggy() async throws {
    try await run(largestExpected: 2)
  }

  static func fixed() async throws {
    try await run(largestExpected: 3)
  }

  private static func run(largestExpected: Int) async throws {
    let total = Cell()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await total.add(1) }
      group.addTask { await total.add(2) }
      group.addTask {
        let seen = await total.value
        if seen > largestExpected {
          throw YardstickFailure("the total is \(seen), expected at most \(largestExpected)")
        }
      }
    }
  }
}
