/// Runs one schedule: a simple order, but for a few choices.
struct Deviating: Strategy {
  private let token: ReplayToken
  private var next = 0
  private var choices = 0

  init(_ token: ReplayToken) { self.token = token }

  mutating func beginRun() -> RunPlan {
    (next, choices) = (0, 0)
    return RunPlan()
  }

  mutating func choose(_ choice: Choice) -> Int {
    defer { choices += 1 }
    if next < token.deviations.count, token.deviations[next].choice == choices {
      let pick = Int(token.deviations[next].pick)
      next += 1
      if pick < choice.entries.count { return pick }
    }
    return token.base.next(choice)
  }

  func endRun(_ record: RunRecord) -> Bool { false }
}

/// Runs the picks of another run, and notes where they differ from a simple order.
struct Comparing: Strategy {
  private let base: BaseOrder
  private let picks: [UInt32]
  private(set) var deviations: [ReplayToken.Deviation] = []
  private var choices = 0

  init(_ picks: [UInt32], with base: BaseOrder) {
    self.base = base
    self.picks = picks
  }

  func beginRun() -> RunPlan { RunPlan() }

  mutating func choose(_ choice: Choice) -> Int {
    defer { choices += 1 }
    let expected = base.next(choice)
    guard choices < picks.count, picks[choices] < choice.entries.count else { return expected }
    if picks[choices] != expected {
      deviations.append(.init(choice: choices, pick: picks[choices]))
    }
    return Int(picks[choices])
  }

  func endRun(_ record: RunRecord) -> Bool { false }
}
