/// The runs of one exploration: search, shrink, explain.
final class ScheduleSearch {
  private let options: ExplorationOptions
  private let complaint: @Sendable () -> String?
  private let afterRun: (@Sendable (ReplayToken) -> Void)?
  private let runner: Runner
  private let allOrders: Bool
  private var verdict = Verdict()
  /// Sees the runs of the search, as they end.
  var watch: (@Sendable (WatchedRun) -> Void)?

  /// What a watchdog looks at.
  var engine: ExplorationEngine { runner.engine }

  /// How a run failed.
  struct Symptom: Equatable {
    var kind: ExplorationFailure.Kind
    var message: String
  }

  /// What is kept of a run.
  private struct Outcome {
    var symptom: Symptom?
    /// What was picked, if it failed or somebody asks.
    var picks: [UInt32] = []
  }

  init(
    _ options: ExplorationOptions, body: @escaping @Sendable () async throws -> Void,
    complaint: @escaping @Sendable () -> String?,
    afterRun: (@Sendable (ReplayToken) -> Void)?
  ) {
    self.options = options
    self.complaint = complaint
    self.afterRun = afterRun
    var allOrders = options.allowsAllOrders
    if case .replay(let token) = options.strategy { allOrders = token.allowsAllOrders }
    self.allOrders = allOrders
    runner = Runner(
      maximumSteps: options.maximumSteps, allOrders: allOrders, foreignWait: options.foreignWait,
      body: body)
  }

  func run() -> Verdict {
    let start = ContinuousClock.now
    var strategy = options.makeStrategy()
    var failing: Outcome?
    verdict.end = .exhausted
    checkDeterminism()
    while true {
      let chooser = watch == nil ? "" : strategy.chooserName
      let (continues, outcome) = step(&strategy)
      verdict.runs += 1
      watch?(
        WatchedRun(
          chooser: chooser, picks: outcome.picks, steps: runner.steps.count,
          hasFailed: outcome.symptom != nil))
      afterRun?(ReplayToken(picks: outcome.picks, allowsAllOrders: allOrders))
      if outcome.symptom != nil {
        failing = outcome
        verdict.end = .failure
        break
      }
      if !continues { break }
      if verdict.runs >= options.runs {
        verdict.end = .runs
        break
      }
      if verdict.runs.isMultiple(of: 16), start.duration(to: .now) > options.cap {
        verdict.end = .seconds
        break
      }
    }
    note(strategy)
    if let failing { verdict.failure = explain(failing) }
    verdict.foreignResumes = runner.foreignResumes
    verdict.duration = start.duration(to: .now)
    return verdict
  }

  /// Two runs of one schedule must not differ; if they do, the body shares state between runs.
  private func checkDeterminism() {
    if case .replay = options.strategy { return }
    var hashes: [UInt64] = []
    for _ in 0..<2 {
      var strategy: any Strategy = Fifo()
      _ = step(&strategy)
      hashes.append(runner.traceHash)
    }
    verdict.isDeterministic = hashes[0] == hashes[1]
  }

  private func note(_ strategy: any Strategy) {
    switch strategy {
    case let portfolio as Portfolio: verdict.isExhaustive = portfolio.isExhaustive
    case is DepthFirst: verdict.isExhaustive = verdict.end == .exhausted
    case let reduction as SourceDPOR:
      verdict.isExhaustive = verdict.end == .exhausted
      verdict.blockedRuns = reduction.blockedRuns
    default: break
    }
  }

  private func step(
    _ strategy: inout any Strategy
  ) -> (continues: Bool, outcome: Outcome) {
    func open<S: Strategy>(_ opened: inout S) -> (Bool, Outcome) {
      let (continues, outcome) = runner.run(&opened) { run in
        let symptom = symptom(of: run)
        let isAsked = symptom != nil || afterRun != nil || watch != nil
        return Outcome(symptom: symptom, picks: isAsked ? run.record.picks : [])
      }
      return (continues, outcome)
    }
    let result = open(&strategy)
    verdict.steps += runner.steps.count
    return result
  }

  // MARK: Failures

  private func symptom(of run: Runner.Run) -> Symptom? {
    if run.record.end == .doubleResume {
      return Symptom(kind: .doubleResume, message: "a task was resumed twice for one suspension")
    }
    if let error = run.error { return Symptom(kind: .error, message: "\(error)") }
    if let text = complaint() { return Symptom(kind: .issue, message: text) }
    if run.record.end == .bound {
      return Symptom(
        kind: .livelock, message: "the run did not end within \(options.maximumSteps) steps")
    }
    let left = run.leftTasks
    if run.isBodyDone {
      guard left > 0, options.reportsLeftTasks else { return nil }
      return Symptom(
        kind: .leakedContinuation,
        message: "the body ended, and \(left) task\(left == 1 ? "" : "s") can never end")
    }
    let waiting = runner.tasksAtContinuations
    return Symptom(
      kind: waiting > 1 ? .deadlock : .leakedContinuation,
      message: "the body can never end: \(left) task\(left == 1 ? " is" : "s are") suspended")
  }

  private func explain(_ failing: Outcome) -> ExplorationFailure {
    guard let symptom = failing.symptom else { preconditionFailure("there is nothing to explain") }
    let run = verdict.runs
    var failure = ExplorationFailure(
      kind: symptom.kind, message: symptom.message, run: run,
      token: ReplayToken(base: .fifo, allowsAllOrders: options.allowsAllOrders))
    var best: ReplayToken?
    for base in BaseOrder.allCases {
      var comparing = Comparing(failing.picks, with: base)
      let again = runner.run(&comparing) { self.symptom(of: $0) }.verdict
      failure.shrinkRuns += 1
      // A run that does not fail again is not the schedule's doing alone.
      guard again?.kind == symptom.kind else {
        verdict.isDeterministic = false
        continue
      }
      let token = ReplayToken(
        base: base, deviations: comparing.deviations,
        allowsAllOrders: options.allowsAllOrders)
      var shrinker = Shrinker(limit: 95) { candidate in
        var strategy = Deviating(candidate)
        return self.runner.run(&strategy) { self.symptom(of: $0) }.verdict?.kind == symptom.kind
      }
      let shrunk = shrinker.shrink(token)
      failure.shrinkRuns += shrinker.runs
      if best.map({ shrunk.explanationCost < $0.explanationCost }) ?? true { best = shrunk }
    }
    if let best { failure.token = best }
    observe(&failure)
    return failure
  }

  private func observe(_ failure: inout ExplorationFailure) {
    var strategy = Deviating(failure.token)
    let token = failure.token
    let kind = failure.kind
    let observed = runner.observe(&strategy) { run, observer in
      let timeline = observer.timeline()
      return (
        message: symptom(of: run).flatMap { $0.kind == kind ? $0.message : nil },
        timeline: timeline, suspended: kind == .doubleResume ? [] : observer.suspended(),
        cause: observer.doubleResume(timeline)
      )
    }
    failure.message = observed.message ?? failure.message
    failure.timeline = observed.timeline
    failure.suspended = observed.suspended
    failure.cause = observed.cause
    if !failure.cause.isEmpty { return }
    failure.cause = Cause.lines(token, timeline: observed.timeline, runner: runner) { neighbour in
      var strategy = Deviating(neighbour)
      return runner.run(&strategy) { self.symptom(of: $0) }.verdict == nil
    }
  }
}
