/// What `isolde explore` asks a compiled scenario to do.
///
/// The words come from a program, not from a person, so anything that is not understood is refused with
/// one sentence.
struct ScenarioArguments: Sendable {
  var options = ExplorationOptions()
  /// Where the report goes.
  var report = ""
  /// Where the schedule of a run goes that ends the process.
  var remains = ""
  /// Where the scenario's own output goes.
  var output = ""
  /// The one schedule to run.
  var replay: ReplayToken?
  /// Whether a run that passes is to be shown.
  var showsTimeline = false
  /// Whether the one schedule is known to end the process.
  var explains = false

  /// Why the words are refused.
  struct Refusal: Error {
    let message: String
  }

  /// Reads words; what stands before the first that is refused is kept.
  mutating func read(_ words: ArraySlice<String>) throws(Refusal) {
    var rest = words
    while let name = rest.popFirst() {
      switch name {
      case "--all-orders": options.allowsAllOrders = true
      case "--timeline": showsTimeline = true
      case "--explain": explains = true
      default:
        guard let value = rest.popFirst() else { throw Refusal(message: "'\(name)' needs a value") }
        try take(name, value)
      }
    }
    guard let replay else { return }
    // A token says itself which orders it is about.
    options.allowsAllOrders = replay.allowsAllOrders
    options.strategy = .replay(replay)
  }

  private mutating func take(_ name: String, _ value: String) throws(Refusal) {
    switch name {
    case "--report": report = value
    case "--remains": remains = value
    case "--output": output = value
    case "--runs": options.runs = try number(value)
    case "--seconds": options.cap = .seconds(try number(value))
    case "--seed":
      guard let seed = UInt64(value) else { throw Refusal(message: "'\(value)' is no seed") }
      options.seed = seed
    case "--strategy":
      guard let strategy = ExplorationOptions.Strategy(named: value) else {
        throw Refusal(message: "there is no strategy '\(value)'")
      }
      options.strategy = strategy
    case "--replay":
      guard let token = ReplayToken(value) else {
        throw Refusal(message: "'\(value)' is no replay token")
      }
      replay = token
    default: throw Refusal(message: "there is no option '\(name)'")
    }
  }

  private func number(_ value: String) throws(Refusal) -> Int {
    guard let number = Int(value), number > 0 else {
      throw Refusal(message: "'\(value)' is no number above 0")
    }
    return number
  }
}
