import IsoldeExplorer
import Synchronization
import Testing

/// One exploration in a test: the search, and then what the test gets to see of it.
struct ExplorationSession: Sendable {
  /// What the report calls it, if the test's name will not do.
  var name: String?
  /// The most runs, if not as the options say.
  var runs: Int?
  var options: ExplorationOptions
  /// Takes the report of a failure in place of an issue.
  var failureHandler: (@Sendable (String) -> Void)?
  var sourceLocation: SourceLocation
  var environment = ExplorationEnvironment.process
  var explorer: @Sendable (Exploration) async -> Verdict? = { await $0.run() }

  /// Explores a body and reports a failure.
  ///
  /// - Parameters:
  ///   - afterRun: Called with the schedule of each run of the search.
  ///   - body: What is explored.
  /// - Returns: What was found; `nil` if the body was not explored.
  nonisolated(nonsending) func run(
    afterRun: (@Sendable (ReplayToken) -> Void)? = nil,
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> Verdict? {
    if IssueCollector.current != nil {
      await runOnce(body)
      return nil
    }
    precondition(
      Test.current != nil || failureHandler != nil,
      "an exploration belongs in a test; in XCTest, pass `onFailure: { XCTFail($0) }`")
    if !environment.mistakes.isEmpty {
      fail(environment.mistakes.joined(separator: "; "))
      return nil
    }
    let identity = TestIdentity(name, in: Test.current)
    var options = options
    if let runs { options.runs = runs }
    options = environment.applied(to: options)
    if options.seed == 0 { options.seed = identity.seed }

    let collector = IssueCollector()
    let search = exploration(options, collector, afterRun: afterRun, body)
    guard let verdict = await collecting(collector, search) else {
      await runUnexplored(body)
      return nil
    }
    var report = verdict.report(on: identity.name)
    if report.last == "\n" { report.removeLast() }
    if let failure = verdict.failure {
      options.strategy = .replay(failure.token)
      let replay = exploration(options, collector, body)
      await show(failure, report: report, collector, replay: replay)
    } else if environment.printsPasses || environment.schedule != nil {
      print(report)
    }
    return verdict
  }

  private func exploration(
    _ options: ExplorationOptions, _ collector: IssueCollector,
    afterRun: (@Sendable (ReplayToken) -> Void)? = nil,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> Exploration {
    Exploration(options, complaint: { collector.complaint() }, afterRun: afterRun) {
      try await collector.run(body)
    }
  }

  /// Explores with a collector between the body and the test.
  private nonisolated(nonsending) func collecting(
    _ collector: IssueCollector, _ exploration: Exploration
  ) async -> Verdict? {
    let result = Mutex<Verdict?>(nil)
    let handling = IssueHandlingTrait.compactMapIssues { collector.handle($0) }
    await IssueCollector.$current.withValue(collector) {
      // Only the innermost matcher learns what the body does not expect itself, and only what it claims
      // is kept from a known issue around the exploration.
      try? await withKnownIssue(isIntermittent: true) {
        // Without a test nobody listens, and the trait would trap.
        guard let test = Test.current else {
          let verdict = await explorer(exploration)
          return result.withLock { $0 = verdict }
        }
        try await handling.provideScope(for: test, testCase: Test.Case.current) {
          let verdict = await explorer(exploration)
          result.withLock { $0 = verdict }
        }
      } matching: {
        collector.match($0)
      }
    }
    return result.withLock { $0 }
  }

  // MARK: Failures

  /// Lets the test see a failure once.
  private nonisolated(nonsending) func show(
    _ failure: ExplorationFailure, report: String, _ collector: IssueCollector,
    replay: Exploration
  ) async {
    if let failureHandler { return failureHandler(report) }
    // What did not come from the body is not in its hands to show.
    guard failure.kind == .issue || failure.kind == .error else { return fail(report) }
    collector.beginReplay(report: report)
    _ = await collecting(collector, replay)
    if collector.hasReplayed { return }
    guard let error = collector.error else {
      return fail("the test is not deterministic: it did not fail again on its schedule\n\(report)")
    }
    // Thrown by `Test.cancel`, which has told the test already; the type is not public.
    if String(reflecting: type(of: error)) == "Testing.SkipInfo" { return }
    Issue.record(error, Comment(rawValue: report), sourceLocation: sourceLocation)
  }

  private func fail(_ text: String) {
    if let failureHandler { return failureHandler(text) }
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  // MARK: Without exploring

  private nonisolated(nonsending) func runUnexplored(
    _ body: @Sendable () async throws -> Void
  ) async {
    let reason = await RuntimeCapabilities.refusal() ?? "Swift's runtime cannot be taken over here"
    switch environment.unsupported {
    case .once:
      warn("\(reason), so the body ran once instead of being explored")
      await runOnce(body)
    case .skip: warn("\(reason), so the body did not run")
    case .fail: fail("\(reason), so the body cannot be explored")
    }
  }

  private func warn(_ text: String) {
    if Test.current == nil { return print("warning: \(text)") }
    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: sourceLocation)
  }

  private nonisolated(nonsending) func runOnce(
    _ body: @Sendable () async throws -> Void
  ) async {
    do {
      try await body()
    } catch is ExpectationFailedError {
      // Whoever threw it recorded an issue.
    } catch {
      if Test.current == nil, IssueCollector.current == nil { return fail("\(error)") }
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }
}
