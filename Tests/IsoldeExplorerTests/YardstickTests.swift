import ExplorerPrograms
import Testing

@testable import IsoldeExplorer

extension Yardstick: CustomTestStringConvertible {
  /// The name in the catalog.
  public var testDescription: String { name }
}

/// What a search came to.
struct SearchResult {
  var runs = 0
  var firstFailure: Int?
  var isComplete = false
}

/// Runs a body until it fails, on a thread of its own.
func search<S: Strategy>(
  _ strategy: S, maximumRuns: Int, _ body: @escaping @Sendable () async throws -> Void
) async -> SearchResult {
  await Task(executorPreference: HostThread()) {
    precondition(RuntimeCapabilities.observed.isSuperset(of: .required))
    let runner = Runner(body: body)
    var strategy = strategy
    var result = SearchResult()
    while result.runs < maximumRuns {
      let (continues, isGood) = runner.run(&strategy) { $0.isBodyDone && $0.error == nil }
      result.runs += 1
      if !isGood {
        result.firstFailure = result.runs
        break
      }
      if !continues {
        result.isComplete = true
        break
      }
    }
    return result
  }.value
}

/// Needs orders that samplers alone reach; a benchmark looks for it.
private let isSafeStack: @Sendable (Yardstick) -> Bool = { $0.name.hasPrefix("safestack") }
/// The cancellation has to come between two steps, and another task has to be late.
private let needsTwoDeviations: Set = ["cancel_before_suspend"]

@Suite("A program with a known fault")
struct YardstickTests {
  @Test("fails in the default budget", arguments: yardsticks.filter { !isSafeStack($0) })
  func portfolio(yardstick: Yardstick) async {
    let result = await search(
      Portfolio(seed: 1, runs: 5_000), maximumRuns: 5_000, yardstick.buggy)
    #expect(result.firstFailure != nil)
  }

  @Test(
    "fails within 200 runs that are one deviation from a simple order",
    arguments: yardsticks.filter { !isSafeStack($0) && !needsTwoDeviations.contains($0.name) })
  func deviations(yardstick: Yardstick) async {
    let result = await search(Deviations(), maximumRuns: 200, yardstick.buggy)
    #expect(result.firstFailure != nil)
  }

  @Test("passes without the fault", arguments: yardsticks)
  func fixed(yardstick: Yardstick) async {
    guard let fixed = yardstick.fixed else { return }
    let result = await search(Portfolio(seed: 1, runs: 300), maximumRuns: 300, fixed)
    #expect(result.firstFailure == nil)
  }
}
