import Foundation

/// Explores a compiled scenario in processes of their own, and explains those that do not survive it.
struct ScenarioExploration {
  let child: ScenarioChild
  let options: ExploreOptions

  /// How much longer than its budget a program may take before it counts as blocked, in seconds.
  private static let grace = 5.0
  /// How long one schedule may take that was seen to block, in seconds.
  private static let replayLimit = 3.0
  /// How many processes it may take to make a schedule simpler.
  private static let shrinkLimit = 40

  /// Explores, and fills in a report.
  ///
  /// - Throws: An error if the program does not start.
  func run(into report: inout ExploreReport) throws {
    let result = try child.run(options.words, limit: Double(options.seconds) + Self.grace)
    if let reported = result.report {
      report.take(reported)
      report.failure?.output = result.output
    } else if [.stopped, .signalled(SIGTERM)].contains(result.end) {
      try explainBlocked(result, into: &report)
    } else {
      try explainCrash(result, into: &report)
    }
  }

  // MARK: Programs that did not report

  private func explainCrash(
    _ result: ScenarioChild.Result, into report: inout ExploreReport
  ) throws {
    let message = Self.message(of: result)
    begin(&report, .crashed, endedBy: "failure", result)
    var failure = failure(
      message.contains("CONTINUATION MISUSE") ? "doubleResume" : "trap", message)
    failure.output = result.output
    report.failure = failure
    guard let remains = result.remains else { return }
    report.failure?.replay = remains.token
    var (picks, explained) = (remains.picks, nil as ScenarioChild.Result?)
    var tries = 0
    /// Whether a schedule ends the process in the same way.
    func crashes(_ picks: [Int]) throws -> Bool {
      tries += 1
      let again = try replay(picks, remains.allowsAllOrders)
      // What is left of a process that dies can be less than a report.
      guard again.remains != nil, Self.message(of: again) == message else { return false }
      explained = again
      return true
    }
    guard try crashes(picks) else {
      report.isDeterministic = false
      return
    }
    var size = max(1, picks.count { $0 != 0 })
    while tries < Self.shrinkLimit {
      let places = picks.indices.filter { picks[$0] != 0 }
      var hasShrunk = false
      for start in stride(from: 0, to: places.count, by: size) where tries < Self.shrinkLimit {
        var fewer = picks
        for place in places[start..<min(start + size, places.count)] { fewer[place] = 0 }
        if try crashes(fewer) {
          picks = fewer
          hasShrunk = true
          break
        }
      }
      if hasShrunk { continue }
      if size == 1 { break }
      size = (size + 1) / 2
    }
    if let explained { add(explained, to: &report) }
    report.failure?.shrinkRuns = tries
  }

  private func explainBlocked(
    _ result: ScenarioChild.Result, into report: inout ExploreReport
  ) throws {
    begin(&report, .hung, endedBy: "seconds", result)
    report.failure = failure(
      "blocked",
      "a step blocks its thread, or does not end: the run stood still")
    report.failure?.output = result.output
    guard let remains = result.remains else { return }
    report.failure?.replay = remains.token
    let again = try replay(remains.picks, remains.allowsAllOrders)
    guard again.end == .stopped, again.report != nil else {
      report.isDeterministic = false
      return
    }
    add(again, to: &report)
  }

  private func replay(_ picks: [Int], _ allOrders: Bool) throws -> ScenarioChild.Result {
    let token = ScenarioChild.Remains.token(picks, allOrders)
    return try child.run(["--explain", "--replay", token], limit: Self.replayLimit)
  }

  // MARK: Filling in

  private func begin(
    _ report: inout ExploreReport, _ verdict: ExploreReport.Verdict, endedBy: String,
    _ result: ScenarioChild.Result
  ) {
    let run = (result.remains?.runs ?? 0) + 1
    report.verdict = verdict
    report.runs = run
    report.steps = result.remains?.steps ?? 0
    report.firstFailureRun = run
    report.budget.endedBy = endedBy
    report.coverage = "the search stopped in run \(run), which did not end"
  }

  private func failure(_ kind: String, _ message: String) -> ExploreReport.Failure {
    ExploreReport.Failure(
      kind: kind, message: message, strategy: options.strategyName, location: nil, replay: "",
      steps: 0, deviations: 0, shrinkRuns: 0, cause: [], timeline: [], suspended: [])
  }

  /// Adds what a run said of itself while it ended its process.
  private func add(_ result: ScenarioChild.Result, to report: inout ExploreReport) {
    report.failure?.output = result.output
    guard let explained = result.report else {
      report.failure?.replay = result.remains?.token ?? ""
      return
    }
    report.capabilities = explained.capabilities ?? []
    report.failure?.location = explained.location
    report.failure?.replay = explained.replay ?? ""
    report.failure?.deviations = explained.deviations ?? 0
    report.failure?.timeline = explained.timeline ?? []
    report.failure?.steps = explained.timeline?.count ?? 0
  }

  /// What a program said last, or how it ended.
  private static func message(of result: ScenarioChild.Result) -> String {
    let lines = result.output.split(separator: "\n")
    if let line = lines.last(where: { $0.contains("Fatal error") }),
      let range = line.range(of: "Fatal error")
    {
      return String(line[range.lowerBound...])
    }
    switch result.end {
    case .exited(let code):
      return "the process ended itself with code \(code) in the middle of a run"
    case .signalled(let number):
      let name = strsignal(number).map { String(cString: $0).lowercased() } ?? "signal \(number)"
      return "the process was ended by the system: \(name)"
    case .stopped: return "the process did not end"
    }
  }
}
