/// Runs a body under many schedules and says what came of it.
///
/// Isolation: none; a run blocks the thread that it is on, so `explore` moves to a thread of its own.
public struct Exploration: Sendable {
  private let options: ExplorationOptions
  private let body: @Sendable () async throws -> Void
  /// What went wrong in the run that just ended, beside what can be seen from outside.
  private let complaint: @Sendable () -> String?
  /// Told the schedule of each run that counts.
  private let afterRun: (@Sendable (ReplayToken) -> Void)?
  /// Sees the runs of the search, as they end.
  var watch: (@Sendable (WatchedRun) -> Void)?

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - options: How to explore.
  ///   - complaint: Called after each run; what it returns is a failure of that run.
  ///   - afterRun: Called with the schedule of each run of the search, after `complaint`.
  ///   - body: What is explored. It begins anew in every run, so what it shares with the outside has to
  ///     be made inside it.
  public init(
    _ options: ExplorationOptions = ExplorationOptions(),
    complaint: @escaping @Sendable () -> String? = { nil },
    afterRun: (@Sendable (ReplayToken) -> Void)? = nil,
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.options = options
    self.complaint = complaint
    self.afterRun = afterRun
    self.body = body
  }

  /// Explores.
  ///
  /// Cancelling the caller does not end it; its budget does. If a step blocks its thread for good, that
  /// thread is given up, and what it holds is lost.
  ///
  /// - Returns: What was found and what was covered; `nil` where the runtime cannot be taken over, for
  ///   the reason that `RuntimeCapabilities.refusal()` gives.
  public func run() async -> Verdict? {
    // A wait for other threads is no step that is blocked.
    let wait = Duration.milliseconds(options.foreignWait * 2)
    let watchdog = Watchdog(limit: max(options.stepLimit, wait))
    return await withCheckedContinuation { continuation in
      watchdog.answer(to: continuation)
      Task(executorPreference: HostThread()) {
        watchdog.give(runHere(watchdog))
      }
      Task(executorPreference: HostThread()) {
        watchdog.watch()
      }
    }
  }

  /// Explores on this thread.
  private func runHere(_ watchdog: Watchdog) -> Verdict? {
    guard RuntimeCapabilities.observed.isSuperset(of: .required) else { return nil }
    let search = ScheduleSearch(options, body: body, complaint: complaint, afterRun: afterRun)
    search.watch = watch
    watchdog.begin(search.engine)
    return search.run()
  }
}

/// A run of a search that ended.
struct WatchedRun: Sendable {
  /// The strategy that chose.
  let chooser: String
  let picks: [UInt32]
  let steps: Int
  /// Whether the search ends with it, to explain it.
  let hasFailed: Bool
}
