/// Says in two lines which order of two steps makes a run fail.
enum Cause {
  /// The lines; none if the run fails in a simple order already.
  static func lines(_ token: ReplayToken, timeline: [TimelineRow], runner: Runner) -> [String] {
    guard let last = token.deviations.last else {
      return ["it fails in the simplest order: \(orderName(token.base))"]
    }
    var choices = -1
    guard
      let early = timeline.first(where: { row in
        if row.choices > 1 { choices += 1 }
        return row.choices > 1 && choices == last.choice
      })
    else { return [] }
    var without = token
    without.deviations.removeLast()
    var strategy = Deviating(without)
    let passing = runner.observe(&strategy) { _, observer in observer.timeline() }
    guard early.step < passing.count else { return [] }
    let usual = passing[early.step]
    return [
      "it fails if \(step(early)) comes before \(step(usual))",
      "it passes in the other order",
    ]
  }

  private static func orderName(_ base: BaseOrder) -> String {
    switch base {
    case .fifo: "first come, first served"
    case .runToCompletion: "each task runs until it is suspended"
    }
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
    guard let file, let line else { return function }
    return "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)"
  }
}
