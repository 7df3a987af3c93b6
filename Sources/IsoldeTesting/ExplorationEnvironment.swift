import IsoldeExplorer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#endif

/// What environment variables ask of explorations.
struct ExplorationEnvironment: Sendable {
  /// What happens where Swift's runtime cannot be taken over.
  enum UnsupportedPolicy: String, CaseIterable, Sendable {
    /// The body runs once as it is, and a warning is recorded.
    case once
    /// A warning is recorded, and nothing runs.
    case skip
    /// An issue is recorded.
    case fail
  }

  /// `ISOLDE_SCHEDULE`: the one schedule to run.
  var schedule: ReplayToken?
  /// `ISOLDE_RUNS`: how many runs there are at most.
  var runs: Int?
  /// `ISOLDE_UNSUPPORTED`.
  var unsupported = UnsupportedPolicy.once
  /// `ISOLDE_REPORT`: whether explorations that pass say what they covered.
  var printsPasses = false
  /// What was not understood, a sentence each.
  var mistakes: [String] = []

  /// The environment of this process, read once.
  static let process = ExplorationEnvironment { name in getenv(name).map { String(cString: $0) } }

  /// Reads an environment.
  ///
  /// - Parameter variable: The value of a variable; `nil` if it is not set.
  init(_ variable: (String) -> String?) {
    /// The value of a variable that is set to something.
    func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let given = text("ISOLDE_SCHEDULE") {
      schedule = ReplayToken(given)
      if schedule == nil { mistakes.append("ISOLDE_SCHEDULE is no schedule: “\(given)”") }
    }
    if let given = text("ISOLDE_RUNS") {
      runs = Int(given).flatMap { $0 > 0 ? $0 : nil }
      if runs == nil { mistakes.append("ISOLDE_RUNS is no number of runs: “\(given)”") }
    }
    if let given = text("ISOLDE_UNSUPPORTED") {
      if let policy = UnsupportedPolicy(rawValue: given) {
        unsupported = policy
      } else {
        mistakes.append("ISOLDE_UNSUPPORTED is none of once, skip and fail: “\(given)”")
      }
    }
    printsPasses = text("ISOLDE_REPORT").map { $0 != "0" } ?? false
  }

  /// Options as the environment wants them.
  func applied(to options: ExplorationOptions) -> ExplorationOptions {
    var options = options
    if let runs { options.runs = runs }
    if let schedule { options.strategy = .replay(schedule) }
    return options
  }
}
