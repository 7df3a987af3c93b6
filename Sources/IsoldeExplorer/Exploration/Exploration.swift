/// Runs a body under many schedules and says what came of it.
///
/// Isolation: none; a run blocks the thread that it is on, so `explore` moves to a thread of its own.
public struct Exploration: Sendable {
  private let options: ExplorationOptions
  private let body: @Sendable () async throws -> Void
  /// What went wrong in the run that just ended, beside what can be seen from outside.
  private let complaint: @Sendable () -> String?

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - options: How to explore.
  ///   - complaint: Called after each run; what it returns is a failure of that run.
  ///   - body: What is explored. It begins anew in every run, so what it shares with the outside has to
  ///     be made inside it.
  public init(
    _ options: ExplorationOptions = ExplorationOptions(),
    complaint: @escaping @Sendable () -> String? = { nil },
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.options = options
    self.complaint = complaint
    self.body = body
  }

  /// Explores.
  ///
  /// Cancelling the caller does not end it; its budget does.
  ///
  /// - Returns: What was found and what was covered; `nil` where the runtime cannot be taken over.
  public func run() async -> Verdict? {
    await Task(executorPreference: HostThread()) { runHere() }.value
  }

  /// Explores on this thread.
  private func runHere() -> Verdict? {
    guard explorerIsInstalled else { return nil }
    let search = ScheduleSearch(options, body: body, complaint: complaint)
    return search.run()
  }
}
