internal import CExplorerRuntime
import Synchronization

/// One exploration of a scenario program.
struct ScenarioSession: Sendable {
  let arguments: ScenarioArguments
  /// The names of what of the runtime was seen to be taken over, with commas between.
  let capabilities: String
  let tally: (any OutcomeTally)?
  let body: @Sendable () async throws -> Void

  /// What the runs of the search had in common, and what told them apart.
  final class Counts: Sendable {
    struct State {
      var runs = 0
      var steps = 0
      /// How many runs each strategy chose; in the order of their first.
      var choosers: [(name: String, runs: Int)] = []
      var lastChooser = ""
    }
    let state = Mutex(State())

    func note(_ run: WatchedRun) {
      let (runs, steps) = state.withLock { state in
        state.runs += 1
        state.steps += run.steps
        state.lastChooser = run.chooser
        if let index = state.choosers.lastIndex(where: { $0.name == run.chooser }) {
          state.choosers[index].runs += 1
        } else {
          state.choosers.append((run.chooser, 1))
        }
        return (state.runs, state.steps)
      }
      explorer_crash_count(UInt64(runs), UInt64(steps))
      if run.hasFailed { explorer_crash_note_failure() }
    }
  }

  /// Explores, and reports what came of it.
  func explore() async -> JSONText {
    let counts = Counts()
    var exploration = Exploration(arguments.options, body: body)
    exploration.watch = { run in
      counts.note(run)
      tally?.note(run)
    }
    guard let verdict = await exploration.run() else {
      return ScenarioReport.refusal("this Swift runtime is not one that is known")
    }
    // Its thread has the schedule, and is told to leave it.
    if verdict.failure?.kind == .blocked { explorer_crash_stop() }
    var timeline: [TimelineRow]?
    if let failure = verdict.failure {
      // What the failing run printed was wiped by the runs that explain it.
      await observe(failure.token)
    } else if arguments.showsTimeline {
      timeline = await observe(arguments.replay ?? ReplayToken(base: .fifo))
    }
    // Who asks the process to end from now on need not wait for a run.
    _ = explorer_crash_watch()
    return ScenarioReport.report(
      of: self, verdict: verdict, counts: counts.state.withLock { $0 }, timeline: timeline)
  }

  /// Runs one schedule, and reads what a report says of it.
  @discardableResult
  private func observe(_ token: ReplayToken) async -> [TimelineRow] {
    await Task(executorPreference: HostThread()) {
      var strategy = Deviating(token)
      return runner().observe(&strategy) { _, observer in observer.timeline() }
    }.value
  }

  private func runner() -> Runner {
    Runner(
      maximumSteps: arguments.options.maximumSteps, allOrders: arguments.options.allowsAllOrders,
      foreignWait: arguments.options.foreignWait, body: body)
  }

  // MARK: A schedule that ends the process

  /// Runs a schedule that is expected to end the process, and reports on it from its last step.
  ///
  /// - Returns: What to report if it does not.
  func explain() async -> JSONText {
    Self.dying.withLock { $0 = self }
    explorer_crash_explain { engine, frames, count in
      guard let engine, let session = ScenarioSession.dying.withLock({ $0 }) else { return }
      let report = ScenarioReport.report(
        ofRunThatDies: session, engine: engine,
        frames: UnsafeBufferPointer(start: frames, count: Int(count)))
      _ = report.write(to: session.arguments.report)
    }
    await observe(arguments.replay ?? ReplayToken(base: .fifo))
    return ScenarioReport.survived
  }

  private static let dying = Mutex<ScenarioSession?>(nil)
}
