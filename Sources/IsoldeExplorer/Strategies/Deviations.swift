/// Runs every schedule that differs from one of two base orders at a single choice.
///
/// A failing schedule is then its own explanation: this job came early there. The jobs that wait longest
/// are overtaken as cheaply as any other, which counting delays does not give (compare Emmi, Qadeer and
/// Rakamarić, "Delay-Bounded Scheduling", POPL 2011).
struct Deviations: Strategy {
  fileprivate struct Base {
    var order: BaseOrder
    /// What was picked at each choice, and among how many.
    var picks: [UInt32] = []
    var counts: [UInt32] = []
    /// The next deviation: which of a choice's other entries it takes, and at which choice.
    var rank = 0
    var turn = 0
    var isRun = false
    var isDone = false
  }

  private var bases = BaseOrder.allCases.map { Base(order: $0) }
  private var current = 0
  private var picks: [UInt32] = []

  mutating func beginRun() -> RunPlan {
    if bases[current].isRun, let deviation = bases[current].nextDeviation() {
      picks = bases[current].picks[..<deviation.choice] + [deviation.pick]
    } else {
      picks = []
    }
    return RunPlan(picks: picks, takesFirst: bases[current].order == .fifo)
  }

  func choose(_ choice: Choice) -> Int { bases[current].order.next(choice) }

  mutating func endRun(_ record: RunRecord) -> Bool {
    if !bases[current].isRun {
      bases[current].isRun = true
      for step in record.steps where step.choices > 1 {
        bases[current].picks.append(step.pick)
        bases[current].counts.append(step.choices)
      }
    }
    if !bases[current].hasDeviation { bases[current].isDone = true }
    let other = (current + 1) % bases.count
    if !bases[other].isDone { current = other }
    return !bases[current].isDone
  }
}

extension Deviations.Base {
  /// Choices are taken from both ends in turn: bugs sit where tasks begin or where they end.
  private var choice: Int {
    turn.isMultiple(of: 2) ? turn / 2 : picks.count - 1 - turn / 2
  }

  /// Entries are taken from both ends in turn as well, first the one that waits least.
  private func pick(at choice: Int) -> UInt32? {
    let count = counts[choice]
    guard rank < count - 1 else { return nil }
    let half = UInt32(rank / 2)
    let pick = rank.isMultiple(of: 2) ? count - 1 - half : half
    // The base's own pick is left out, and so all behind it move up.
    if rank.isMultiple(of: 2) { return pick > picks[choice] ? pick : pick - 1 }
    return pick < picks[choice] ? pick : pick + 1
  }

  fileprivate var hasDeviation: Bool {
    var copy = self
    return copy.nextDeviation() != nil
  }

  fileprivate mutating func nextDeviation() -> (choice: Int, pick: UInt32)? {
    let most = counts.max() ?? 0
    while rank + 1 < most {
      while turn < picks.count {
        defer { turn += 1 }
        if let pick = pick(at: choice) { return (choice, pick) }
      }
      rank += 1
      turn = 0
    }
    return nil
  }
}
