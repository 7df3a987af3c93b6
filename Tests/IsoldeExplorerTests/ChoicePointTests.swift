import Testing

@testable import IsoldeExplorer

@inline(never) func opaque() {}

actor Tally {
  var value = 0
  func add() { value += 1 }
}

/// Explores depth first on a thread of its own.
func depthFirst(
  maximumRuns: Int = 2_000_000, allOrders: Bool = false,
  _ body: @escaping @Sendable () async throws -> Void
) async -> (runs: Int, isExhausted: Bool, unfinished: Int) {
  await Task(executorPreference: HostThread()) {
    #expect(RuntimeCapabilities.observed.isSuperset(of: .required))
    let runner = Runner(allOrders: allOrders, body: body)
    var strategy = DepthFirst()
    var runs = 0
    var unfinished = 0
    var continues = true
    while continues, runs < maximumRuns {
      let (more, isDone) = runner.run(&strategy) { $0.isBodyDone }
      runs += 1
      if !isDone { unfinished += 1 }
      continues = more
    }
    return (runs, !continues, unfinished)
  }.value
}

@Suite("The number of schedules")
struct ChoicePointTests {
  @Test(
    "of tasks that call one actor is that of all interleavings of 2k+1 steps each",
    arguments: [(2, 1, 20), (2, 2, 252), (2, 3, 3_432), (3, 1, 1_680)]
      + (isPatient ? [(3, 2, 756_756)] : []))
  func counts(tasks: Int, calls: Int, expected: Int) async {
    let result = await depthFirst {
      let tally = Tally()
      await withDiscardingTaskGroup { group in
        for _ in 0..<tasks {
          group.addTask {
            for _ in 0..<calls {
              await tally.add()
              opaque()
            }
          }
        }
      }
    }
    #expect(result.isExhausted)
    #expect(result.unfinished == 0)
    #expect(result.runs == expected)
  }
}
