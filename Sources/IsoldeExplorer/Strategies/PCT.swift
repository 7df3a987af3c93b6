/// Runs the task of the highest random priority, and lowers it at a few random choices.
///
/// Finds a bug that needs *d* orderings with probability at least 1 / (*n* · *k*^(*d*−1)) for *n* tasks and
/// *k* choices: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
/// Guarantees of Finding Bugs" (ASPLOS 2010).
struct PCT: Strategy {
  let depth: Int
  private var numbers: SeededNumbers
  /// The most choices that a run has had.
  private var longest = 1

  private var priorities: [UInt32: UInt64] = [:]
  private var changes: [Int] = []
  private var choices = 0

  init(depth: Int, seed: UInt64) {
    self.depth = depth
    numbers = SeededNumbers(seed: seed)
  }

  mutating func beginRun() -> RunPlan {
    priorities.removeAll(keepingCapacity: true)
    changes = (1..<depth).map { _ in numbers.next(below: longest) }
    choices = 0
    return RunPlan()
  }

  mutating func choose(_ choice: Choice) -> Int {
    var pick = highest(choice)
    // A lowered task comes behind all that were not, and before those that were lowered earlier.
    for (rank, change) in changes.enumerated() where change == choices {
      priorities[choice.entries[pick].task] = UInt64(rank)
      pick = highest(choice)
    }
    choices += 1
    return pick
  }

  private mutating func highest(_ choice: Choice) -> Int {
    var best = 0
    var highest: UInt64 = 0
    for (index, entry) in choice.entries.enumerated() {
      let priority: UInt64
      if let known = priorities[entry.task] {
        priority = known
      } else {
        priority = numbers.next() | 1 << 32
        priorities[entry.task] = priority
      }
      if index == 0 || priority > highest { (best, highest) = (index, priority) }
    }
    return best
  }

  mutating func endRun(_ record: RunRecord) -> Bool {
    longest = max(longest, choices)
    return true
  }
}
