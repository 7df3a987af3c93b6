/// Picks a task in proportion to the steps that it and its children still have to run.
///
/// If the counts are right, every interleaving is as likely as any other: Zhao, Wolff, Mathur and
/// Roychoudhury, "Selectively Uniform Concurrency Testing" (ASPLOS 2025). They are taken from the run
/// before.
struct URW: Strategy {
  private var numbers: SeededNumbers
  /// The steps of a task and of all that it creates, by path.
  private var totals: [UInt64: Int] = [:]
  private var weights: [Int] = []

  /// What is left of the tasks of the run that is under way, by number.
  private var remaining: [Int] = []
  private var readSteps = 0

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func beginRun() -> RunPlan {
    remaining.removeAll(keepingCapacity: true)
    readSteps = 0
    return RunPlan()
  }

  mutating func choose(_ choice: Choice) -> Int {
    read(choice.record)
    weights.removeAll(keepingCapacity: true)
    var sum = 0
    for entry in choice.entries {
      let weight = entry.task == .max ? 1 : max(1, remaining[Int(entry.task)])
      weights.append(weight)
      sum += weight
    }
    var rest = numbers.next(below: sum)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }

  /// Takes off what ran; what a child has to do is its own from when it is there.
  private mutating func read(_ record: RunRecord) {
    while remaining.count < record.tasks.count {
      let task = record.tasks[remaining.count]
      let total = totals[task.path] ?? 1
      if task.parent != .max { remaining[Int(task.parent)] -= total }
      remaining.append(total)
    }
    while readSteps < record.steps.count {
      let task = record.steps[readSteps].task
      if task != .max { remaining[Int(task)] -= 1 }
      readSteps += 1
    }
  }

  mutating func endRun(_ record: RunRecord) -> Bool {
    var counts = [Int](repeating: 0, count: record.tasks.count)
    for step in record.steps where step.task != .max { counts[Int(step.task)] += 1 }
    // Children have higher numbers than those that create them.
    for index in record.tasks.indices.reversed() {
      let task = record.tasks[index]
      if task.parent != .max { counts[Int(task.parent)] += counts[index] }
      totals[task.path] = counts[index]
    }
    return true
  }
}
