/// Runs every schedule: the deepest choice that has an untried entry takes it, and what follows starts
/// anew.
struct DepthFirst: Strategy {
  private var picks: [UInt32] = []

  func beginRun() -> RunPlan { RunPlan(picks: picks, takesFirst: true) }

  func choose(_ choice: Choice) -> Int { 0 }

  mutating func endRun(_ record: RunRecord) -> Bool {
    let steps = record.steps
    var step = steps.count
    var choices = 0
    var deepest: Int?
    while step > 0 {
      step -= 1
      guard steps[step].choices > 1 else { continue }
      choices += 1
      if deepest == nil, steps[step].pick + 1 < steps[step].choices {
        deepest = step
        choices = 1
      }
    }
    guard let deepest else { return false }
    picks.removeAll(keepingCapacity: true)
    picks.reserveCapacity(choices)
    for step in steps[..<deepest] where step.choices > 1 { picks.append(step.pick) }
    picks.append(steps[deepest].pick + 1)
    return true
  }
}
