/// What came of an exploration; the keys are those of `Documentation/explore-report.schema.json`.
struct ExploreReport {
  enum Verdict: String, Decodable {
    case passed, failed, hung, crashed, diverged, refused, compileError
  }

  struct Place: Decodable, Equatable {
    var file: String
    var line: Int
  }

  struct Row: Decodable {
    var step: Int
    var task: String
    var isolation: String
    var file: String?
    var line: Int?
    var event: String
  }

  struct Frame: Decodable {
    var function: String?
    var file: String?
    var line: Int?
  }

  struct Suspended: Decodable {
    var task: String
    var waitsFor: String
    var stack: [Frame]
  }

  struct Failure: Decodable {
    var kind: String
    var message: String
    var strategy: String
    var location: Place?
    var replay: String
    var steps: Int
    var deviations: Int
    var shrinkRuns: Int
    var cause: [String]
    var timeline: [Row]
    var suspended: [Suspended]
    /// The end of what the run printed.
    var output: String?
  }

  struct Outcome: Decodable {
    var value: String
    var runs: Int
    var replay: String
  }

  var verdict: Verdict
  /// Why there was no exploration.
  var message: String?
  var toolchain = ""
  var capabilities: [String] = []
  var runs = 0
  var steps = 0
  var classes = 0
  var blockedRuns = 0
  var isExhaustive = false
  var isDeterministic = true
  var foreignResumes = 0
  var budget = Budget()
  var seed: UInt64 = 0
  var strategyRuns: [String: Int] = [:]
  var firstFailureRun: Int?
  var coverage = ""
  var invisible: [String] = []
  var failure: Failure?
  /// The steps of a run that passed, where they were asked for.
  var timeline: [Row]?
  var outcomes: [Outcome] = []
  var compileSeconds = 0.0
  var seconds = 0.0

  struct Budget {
    var runs = 5000
    var seconds = 10
    var endedBy = "failure"
  }

  init(_ verdict: Verdict) { self.verdict = verdict }

  /// How the program ends that reports this.
  var exitCode: ExitCode {
    switch verdict {
    case .passed: .success
    case .failed, .hung, .crashed: .findings
    case .diverged, .refused, .compileError: .usage
    }
  }
}

/// What a scenario program reported; it says only what it knows.
struct ProgramReport: Decodable {
  var verdict: ExploreReport.Verdict
  var message: String?
  var capabilities: [String]?
  var runs: Int?
  var steps: Int?
  var classes: Int?
  var blockedRuns: Int?
  var exhaustive: Bool?
  var deterministic: Bool?
  var foreignResumes: Int?
  var endedBy: String?
  var strategyRuns: [String: Int]?
  var firstFailureRun: Int?
  var coverage: String?
  var invisible: [String]?
  var failure: ExploreReport.Failure?
  var timeline: [ExploreReport.Row]?
  var outcomes: [ExploreReport.Outcome]?

  // MARK: What is known of a run that ended the program

  var location: ExploreReport.Place?
  var replay: String?
  var deviations: Int?
}

extension ExploreReport {
  /// Takes over what a scenario program reported.
  mutating func take(_ report: ProgramReport) {
    verdict = report.verdict
    message = report.message
    capabilities = report.capabilities ?? []
    runs = report.runs ?? 0
    steps = report.steps ?? 0
    classes = report.classes ?? 0
    blockedRuns = report.blockedRuns ?? 0
    isExhaustive = report.exhaustive ?? false
    isDeterministic = report.deterministic ?? true
    foreignResumes = report.foreignResumes ?? 0
    budget.endedBy = report.endedBy ?? "failure"
    strategyRuns = report.strategyRuns ?? [:]
    firstFailureRun = report.firstFailureRun
    coverage = report.coverage ?? ""
    invisible = report.invisible ?? []
    failure = report.failure
    timeline = report.timeline
    outcomes = report.outcomes ?? []
  }
}
