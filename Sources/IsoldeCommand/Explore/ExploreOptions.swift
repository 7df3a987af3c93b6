import IsoldeChecker

/// What the command line says about an exploration.
struct ExploreOptions {
  var strategy: String?
  var runs = 5000
  var seconds = 10
  var seed: UInt64 = 0
  var replay: String?
  var allowsAllOrders = false
  var showsTimeline = false

  private static let strategies = [
    "portfolio", "fifo", "depth-first", "source-dpor", "deviations", "random", "pct", "urw",
  ]

  init() {}

  init(_ arguments: inout Arguments) throws(UsageError) {
    strategy = try arguments.takeValue("--strategy")
    if let strategy { try Self.check(strategy) }
    runs = try arguments.takeNumber("--runs") ?? runs
    seconds = try arguments.takeNumber("--seconds") ?? seconds
    if let text = try arguments.takeValue("--seed") {
      guard let number = UInt64(text) else {
        throw UsageError("'--seed' needs a number from 0 on, not '\(PlainText.cleaned(text))'")
      }
      seed = number
    }
    replay = try arguments.takeValue("--replay")
    allowsAllOrders = arguments.takeFlag("--all-orders")
    showsTimeline = arguments.takeFlag("--timeline")
    if replay != nil, strategy != nil {
      throw UsageError(
        "'--replay' names the one schedule to run", advice: "leave out '--strategy'")
    }
  }

  private static func check(_ strategy: String) throws(UsageError) {
    if strategies.contains(strategy) { return }
    if strategy.hasPrefix("pct:"), let depth = Int(strategy.dropFirst(4)), depth > 0 { return }
    throw UsageError(
      "'\(PlainText.cleaned(strategy))' is no value for '--strategy'",
      advice: "use one of: \(strategies.joined(separator: ", ")); pct:N has a depth")
  }

  /// What chooses schedules.
  var strategyName: String { replay == nil ? strategy ?? "portfolio" : "replay" }

  /// The same in the words of a scenario program.
  var words: [String] {
    var words = ["--runs", "\(runs)", "--seconds", "\(seconds)", "--seed", "\(seed)"]
    if let strategy { words += ["--strategy", strategy] }
    if let replay { words += ["--replay", replay] }
    if allowsAllOrders { words.append("--all-orders") }
    if showsTimeline { words.append("--timeline") }
    return words
  }
}
