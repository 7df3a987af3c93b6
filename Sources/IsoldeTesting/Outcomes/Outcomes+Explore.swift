import IsoldeExplorer
import Synchronization
import Testing

/// Runs a body under many schedules and gathers what it returns.
///
/// ```swift
/// let results = await outcomes {
///   let counter = Counter()
///   async let first: Void = counter.readAndWrite()
///   async let second: Void = counter.readAndWrite()
///   _ = await (first, second)
///   return await counter.value
/// }
/// #expect(results.values == [2])
/// ```
///
/// A run that fails is an issue as in ``explore(_:runs:options:onFailure:sourceLocation:_:)``; the search
/// stops there, and its outcome is not among the others.
///
/// Isolation: the caller's; the body runs on a thread of the exploration.
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
/// - Returns: The distinct outcomes.
/// - Precondition: It is called in a test of Swift Testing, or with `onFailure`.
public nonisolated(nonsending) func outcomes<Value: Hashable & Sendable>(
  _ name: String? = nil,
  runs: Int? = nil,
  options: ExplorationOptions = ExplorationOptions(),
  onFailure: (@Sendable (String) -> Void)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Value
) async -> Outcomes<Value> {
  let session = ExplorationSession(
    name: name, runs: runs, options: options, failureHandler: onFailure,
    sourceLocation: sourceLocation)
  return await outcomes(in: session, body)
}

/// Gathers outcomes in a session of its own.
nonisolated(nonsending) func outcomes<Value: Hashable & Sendable>(
  in session: ExplorationSession, _ body: @escaping @Sendable () async throws -> Value
) async -> Outcomes<Value> {
  let box = OutcomeBox<Value>()
  let verdict = await session.run(afterRun: { box.endRun($0) }) {
    box.beginRun()
    box.set(try await body())
  }
  return box.outcomes(verdict)
}

/// Gathers what the runs return.
private final class OutcomeBox<Value: Hashable & Sendable>: Sendable {
  private struct State {
    /// What the run that goes on returned.
    var value: Value?
    /// The last run that came to something: it counts if the search goes on behind it.
    var last: (value: Value, token: ReplayToken)?
    var outcomes = Outcomes<Value>()

    mutating func count() {
      if let last { outcomes.add(last.value, last.token) }
      last = nil
    }
  }

  private let state = Mutex(State())

  func beginRun() { state.withLock { $0.value = nil } }
  func set(_ value: Value) { state.withLock { $0.value = value } }

  func endRun(_ token: ReplayToken) {
    state.withLock { state in
      state.count()
      state.last = state.value.map { ($0, token) }
    }
  }

  func outcomes(_ verdict: Verdict?) -> Outcomes<Value> {
    state.withLock { state in
      // A body that was not explored ran at most once, in an order that nobody knows.
      if verdict == nil, let value = state.value, let token = ReplayToken("f") {
        state.outcomes.add(value, token)
      }
      if verdict?.failure == nil { state.count() }
      state.outcomes.verdict = verdict
      return state.outcomes
    }
  }
}
