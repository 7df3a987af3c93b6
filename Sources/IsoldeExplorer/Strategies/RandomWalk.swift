/// Picks any entry, each as likely as the others.
struct RandomWalk: Strategy {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  func beginRun() -> RunPlan { RunPlan() }
  mutating func choose(_ choice: Choice) -> Int { numbers.next(below: choice.entries.count) }
  func endRun(_ record: RunRecord) -> Bool { true }
}
