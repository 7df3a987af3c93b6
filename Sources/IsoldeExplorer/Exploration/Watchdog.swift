internal import CExplorerRuntime
import Synchronization

/// Ends an exploration whose step does not give its thread back.
///
/// It looks from a thread of its own, in real time. What is slow and what is blocked cannot be told
/// apart, so that the limit is generous.
final class Watchdog: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Verdict?, Never>?
    var engine: ExplorationEngine?
    var isDone = false
  }

  private let state = Mutex(State())
  private let limit: Duration

  init(limit: Duration) { self.limit = limit }

  /// Takes who waits for the verdict.
  func answer(to continuation: CheckedContinuation<Verdict?, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  /// Begins to look at an engine.
  func begin(_ engine: ExplorationEngine) {
    state.withLock { $0.engine = engine }
  }

  /// Gives the verdict, if nobody did.
  func give(_ verdict: Verdict?) {
    let continuation = state.withLock { state in
      state.isDone = true
      state.engine = nil
      return state.continuation.take()
    }
    continuation?.resume(returning: verdict)
  }

  /// Looks until the exploration is done or a step is blocked.
  func watch() {
    let pause = 20
    var quiet = Duration.zero
    var last: UInt64 = 0
    while true {
      explorer_pause(UInt32(pause))
      let (isDone, engine) = state.withLock { ($0.isDone, $0.engine) }
      if isDone { return }
      guard let engine else { continue }
      let beat = explorer_heartbeat(engine.pointer)
      if beat != last {
        (last, quiet) = (beat, .zero)
        continue
      }
      quiet += .milliseconds(pause)
      if quiet >= limit { return give(verdict(on: engine)) }
    }
  }

  private func verdict(on engine: ExplorationEngine) -> Verdict {
    let stack = withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 64) { frames in
      let count = explorer_capture_stack(engine.pointer, frames.baseAddress, 64)
      // Behind the innermost frame stand return addresses, which can belong to the next line.
      return frames[..<Int(count)].enumerated()
        .compactMap { index, frame in
          RunObserver.place(at: frame.map { index == 0 ? $0 : $0 - 1 })
        }
        .filter(\.isOfTheUser)
    }
    var verdict = Verdict()
    verdict.end = .failure
    verdict.runs = 1
    verdict.failure = ExplorationFailure(
      kind: .blocked, message: "a step has not given its thread back for \(limit)", run: 1,
      token: ReplayToken(base: .fifo))
    verdict.failure?.suspended = [
      SuspendedTask(task: "the running task", waitsFor: "something outside", stack: stack)
    ]
    return verdict
  }
}
