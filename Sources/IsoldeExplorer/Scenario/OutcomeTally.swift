import Synchronization

/// Counts what the runs of an exploration came to.
protocol OutcomeTally: Sendable {
  /// Counts the outcome of the run that just ended.
  func note(_ run: WatchedRun)
  /// The outcomes, in the order in which they were first seen.
  var lines: [OutcomeLine] { get }
}

/// An outcome.
struct OutcomeLine: Sendable {
  var value: String
  var runs: Int
  /// The picks of the first run that came to it.
  var picks: [UInt32]
}

/// Counts values of one type.
final class ValueTally<Value: Equatable & Sendable>: OutcomeTally {
  private struct State {
    /// The value of the run that is under way.
    var pending: Value?
    var values: [Value] = []
    var lines: [OutcomeLine] = []
  }

  private let state = Mutex(State())

  /// Notes that a run begins.
  func begin() { state.withLock { $0.pending = nil } }

  /// Notes what it came to.
  func end(_ value: Value) { state.withLock { $0.pending = value } }

  func note(_ run: WatchedRun) {
    state.withLock { state in
      guard let value = state.pending else { return }
      state.pending = nil
      if let index = state.values.firstIndex(of: value) {
        state.lines[index].runs += 1
      } else {
        state.values.append(value)
        state.lines.append(
          OutcomeLine(value: String(describing: value), runs: 1, picks: run.picks))
      }
    }
  }

  var lines: [OutcomeLine] { state.withLock { $0.lines } }
}
