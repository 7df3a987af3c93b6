internal import CExplorerRuntime
import Synchronization
import Testing

/// Takes the issues of the runs of one exploration, so that many runs make at most one issue.
///
/// An issue comes by twice: first to the matcher, which knows whether the body meant it as a known
/// issue, and then to the handler, which decides what becomes of it.
final class IssueCollector: Sendable {
  /// What becomes of issues.
  enum Phase {
    /// They are kept, and nobody hears of them.
    case search
    /// The first one of the first run goes out, with a report.
    case replay(report: String)
  }

  private struct State {
    var phase = Phase.search
    /// Counts the runs of the phase.
    var run = 0
    var thread: UInt = 0
    var issues: [Issue] = []
    var error: (any Error)?
    /// How many issues the matcher took that did not come to the handler yet.
    var announced = 0
    var hasReplayed = false
  }

  private let state = Mutex(State())

  /// The collector of the exploration that the current task is part of.
  @TaskLocal static var current: IssueCollector?

  // MARK: Runs

  /// Runs the body, as one run of the phase.
  func run(_ body: () async throws -> Void) async throws {
    let isWanted = state.withLock { state in
      state.run += 1
      if case .replay = state.phase, state.run > 1 { return false }
      (state.thread, state.issues, state.error) = (explorer_thread(), [], nil)
      return true
    }
    // Behind the one run that is to be seen, the engine explains what is explained already.
    guard isWanted else { return }
    do {
      try await body()
    } catch is ExpectationFailedError {
      // Whoever threw it recorded an issue.
    } catch {
      state.withLock { $0.error = error }
      throw error
    }
  }

  /// What was recorded in the run that ended; `nil` if nothing was.
  func complaint() -> String? {
    state.withLock { state in
      guard let first = state.issues.first else { return nil }
      let others = state.issues.count - 1
      let place = first.sourceLocation.map { " at \($0.fileName):\($0.line)" } ?? ""
      let more = others == 0 ? "" : " (and \(others) more)"
      return "\(first)\(place)\(more)"
    }
  }

  /// What the body threw in the run that ended.
  var error: (any Error)? { state.withLock { $0.error } }

  /// Begins to let the first issue of the next run go out.
  func beginReplay(report: String) {
    state.withLock { ($0.phase, $0.run, $0.announced) = (.replay(report: report), 0, 0) }
  }

  /// Whether the run that was to be seen had an issue.
  var hasReplayed: Bool { state.withLock { $0.hasReplayed } }

  // MARK: Issues

  /// Notes an issue that the body itself does not expect.
  ///
  /// - Returns: Whether it is to count as known, so that nobody outside is asked about it.
  func match(_ issue: Issue) -> Bool {
    guard issue.severity >= .error else { return false }
    return state.withLock { state in
      state.issues.append(issue)
      state.announced += 1
      if case .search = state.phase { return true }
      return false
    }
  }

  /// Decides about an issue that is on its way to the test.
  ///
  /// - Returns: What the test gets.
  func handle(_ issue: Issue) -> Issue? {
    let isInside = Self.current === self
    return state.withLock { state in
      // Code without a task records for every test that runs; those of others get it from there.
      guard isInside || explorer_thread() == state.thread else { return nil }
      var isFailure = issue.isFailure
      if state.announced > 0, issue.severity >= .error {
        state.announced -= 1
        isFailure = true
      } else if isFailure {
        state.issues.append(issue)
      }
      switch state.phase {
      case .search:
        // Warnings and issues that the body expects come again in later runs.
        return !isFailure && state.run == 1 ? issue : nil
      case .replay(let report):
        guard isFailure, !state.hasReplayed else { return nil }
        state.hasReplayed = true
        var issue = issue
        issue.comments.append(Comment(rawValue: report))
        return issue
      }
    }
  }
}
