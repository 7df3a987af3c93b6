import IsoldeExplorer
import Testing

/// Runs a body under many schedules, and fails the test once if it fails under any of them.
///
/// ```swift
/// @Test func transfersKeepTheTotal() async {
///   await explore {
///     let bank = Bank()
///     async let first: Void = bank.transfer(10)
///     async let second: Void = bank.transfer(20)
///     _ = await (first, second)
///     #expect(await bank.total == 100)
///   }
/// }
/// ```
///
/// A run fails if an expectation in it fails, if an issue is recorded, if the body throws, or if a task
/// can never end. The search stops there. What failed is made as simple as it can be and shows up as one
/// issue, with its own values and place and with a report as comment. Nothing is printed otherwise.
///
/// In an XCTest method use `#expect` and `#require` in the body all the same, and pass
/// `onFailure: { XCTFail($0) }`. XCTest's own assertions would fail in every run.
///
/// The environment can ask for something else: `ISOLDE_SCHEDULE` for one schedule instead of a search,
/// `ISOLDE_RUNS` for another number of runs, `ISOLDE_REPORT=1` for what passing explorations covered, and
/// `ISOLDE_UNSUPPORTED` for what happens where Swift's runtime cannot be taken over: `once`, the default,
/// runs the body once as it is and records a warning, `skip` records the warning alone, `fail` an issue.
///
/// Every run records what the body attaches to its test, so attach nothing in it. An issue that an isolated
/// deinitializer records belongs to no test, as in Swift Testing itself. Detached tasks see the task-local
/// values that are bound around the exploration, because their issues would belong to no test otherwise.
///
/// Isolation: the caller's; the body runs on a thread of the exploration, on which the main actor is
/// explored as well. A call within an explored body runs its body once, as part of that run.
///
/// Cancelling the caller does not end the search; its budget does.
///
/// - Parameters:
///   - name: What the report calls it; the name of the test by default.
///   - runs: The most runs; as `options` say by default.
///   - options: How to explore.
///   - onFailure: Takes the report of a failure in place of an issue.
///   - sourceLocation: Where a failure without a place of its own belongs.
///   - body: What is explored. It begins anew in every run, so make inside it what it works on.
/// - Returns: What was found and covered; `nil` if the body was not explored.
/// - Precondition: It is called in a test of Swift Testing, or with `onFailure`.
@discardableResult
public nonisolated(nonsending) func explore(
  _ name: String? = nil,
  runs: Int? = nil,
  options: ExplorationOptions = ExplorationOptions(),
  onFailure: (@Sendable (String) -> Void)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async -> ExplorationVerdict? {
  await ExplorationSession(
    name: name, runs: runs, options: options, failureHandler: onFailure,
    sourceLocation: sourceLocation
  ).run(body)
}
