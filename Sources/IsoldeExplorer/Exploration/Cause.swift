/// Says in two lines which order of two steps makes a run fail.
enum Cause {
  /// The lines; none if no pair of steps was found.
  ///
  /// - Parameters:
  ///   - token: The shrunk schedule.
  ///   - timeline: Its run.
  ///   - runner: What runs its neighbours.
  ///   - passes: Whether a schedule passes.
  /// - Returns: Two lines, or one if there is no such pair.
  static func lines(
    _ token: ReplayToken, timeline: [TimelineRow], runner: Runner,
    passes: (ReplayToken) -> Bool
  ) -> [String] {
    if let last = token.deviations.last {
      var without = token
      without.deviations.removeLast()
      return pair(last.choice, failing: timeline, passing: without, runner)
    }
    // It fails in a simple order already, so that the nearest schedule that passes tells why.
    var tried = 0
    let choices = timeline.filter { $0.choices > 1 }
    for (choice, row) in choices.enumerated().reversed() {
      for pick in 0..<row.choices where tried < 200 {
        tried += 1
        var neighbour = token
        neighbour.deviations = [.init(choice: choice, pick: UInt32(pick))]
        if passes(neighbour) { return pair(choice, failing: timeline, passing: neighbour, runner) }
      }
    }
    return ["it fails in every order that was tried, first come, first served among them"]
  }

  private static func pair(
    _ choice: Int, failing: [TimelineRow], passing: ReplayToken, _ runner: Runner
  ) -> [String] {
    let choices = failing.filter { $0.choices > 1 }
    guard choice < choices.count else { return [] }
    let early = choices[choice]
    var strategy = Deviating(passing)
    let rows = runner.observe(&strategy) { _, observer in observer.timeline() }
    guard early.step < rows.count, rows[early.step].task != early.task else { return [] }
    return [
      "it fails if \(step(early)) comes before \(step(rows[early.step]))",
      "it passes in the other order",
    ]
  }

  private static func step(_ row: TimelineRow) -> String {
    var text = "“\(row.task)”"
    switch row.event {
    case .starts: text += " starting"
    case .resumes: text += " going on"
    case .enters: text += " entering \(row.isolation)"
    case .runs: text += " running"
    }
    if let place = row.place.short { text += " at \(place)" }
    return text
  }
}

extension CodePlace {
  /// The file's name and the line.
  var short: String? {
    guard isOfTheUser, let file, let line else { return function }
    return "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)"
  }
}
