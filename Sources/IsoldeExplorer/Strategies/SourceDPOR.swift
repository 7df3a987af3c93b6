internal import CExplorerRuntime

/// Runs one schedule of every set that differs only in the order of steps which do not touch the same.
///
/// Source sets and sleep sets after Abdulla, Aronis, Jonsson and Sagonas, "Source Sets: A Foundation for
/// Optimal Dynamic Partial Order Reduction" (JACM 2017). A step's footprint is known after it ran; that is
/// enough, because a task that sleeps would do again what it did from the same state.
struct SourceDPOR: Strategy {
  let watchesEffects = true
  /// Whether jobs can overtake each other as the language allows.
  let allOrders: Bool
  /// How many runs reached a point where every task was asleep.
  private(set) var blockedRuns = 0

  /// What is known of the state before a step.
  private struct Node {
    /// The tasks that could run.
    var candidates: [UInt32]
    /// The one that ran.
    var pick: Int
    /// Those that have to run here.
    var backtrack: [UInt32]
    /// Those that need not run here, with what they would do.
    var sleep: [Sleeper]
  }

  private struct Sleeper {
    var task: UInt32
    var footprint: [Access]
  }

  private var nodes: [Node] = []
  /// The steps that have been searched for races.
  private var searched = 0
  private var races = RaceSearch()

  // The run that is under way.
  private var sleep: [Sleeper] = []
  private var wokenSteps = 0
  private var blockedAt: Int?

  init(allOrders: Bool = false) { self.allOrders = allOrders }

  /// An estimate of how much of the tree has been run, from zero to one.
  ///
  /// The weight of a node is shared evenly among those that have to run there (Knuth, "Estimating the
  /// Efficiency of Backtrack Programs", 1975).
  var progress: Double {
    var (done, weight) = (0.0, 1.0)
    for node in nodes where node.backtrack.count > 1 {
      weight /= Double(node.backtrack.count)
      let finished = node.backtrack.count { task in node.sleep.contains { $0.task == task } }
      done += weight * Double(finished)
    }
    return done
  }

  func beginRun() -> RunPlan { RunPlan(picks: picks) }

  private var picks: [UInt32] {
    var picks: [UInt32] = []
    for node in nodes where node.candidates.count > 1 { picks.append(UInt32(node.pick)) }
    return picks
  }

  /// A job that is no task is named by its arrival, which is the same after the same steps.
  private func name(_ entry: explorer_entry) -> UInt32 {
    entry.task == .max ? 1 << 31 | entry.arrival : entry.task
  }

  mutating func choose(_ choice: Choice) -> Int {
    takeSteps(choice.record)
    if sleep.isEmpty {
      nodes.append(node(choice.entries.map(name), pick: 0))
      return 0
    }
    let names = choice.entries.map(name)
    let pick = names.firstIndex { name in !sleep.contains { $0.task == name } }
    if pick == nil, blockedAt == nil { blockedAt = nodes.count }
    nodes.append(node(names, pick: pick ?? 0))
    return pick ?? 0
  }

  private func node(_ candidates: [UInt32], pick: Int) -> Node {
    Node(candidates: candidates, pick: pick, backtrack: [candidates[pick]], sleep: sleep)
  }

  /// Makes nodes of steps that left no choice, and wakes those whose order with a step counts.
  private mutating func takeSteps(_ record: RunRecord) {
    while wokenSteps < record.steps.count {
      let step = record.steps[wokenSteps]
      if wokenSteps == nodes.count {
        let name = step.task == .max ? 1 << 31 | step.arrival : step.task
        if blockedAt == nil, sleep.contains(where: { $0.task == name }) { blockedAt = nodes.count }
        nodes.append(node([name], pick: 0))
      }
      if !sleep.isEmpty {
        var footprint: [Access] = []
        record.appendFootprint(of: wokenSteps, allOrders: allOrders, to: &footprint)
        sleep.removeAll { $0.footprint.conflicts(with: footprint) }
      }
      wokenSteps += 1
    }
  }

  mutating func endRun(_ record: RunRecord) -> Bool {
    takeSteps(record)
    if blockedAt != nil { blockedRuns += 1 }
    let end = blockedAt ?? record.steps.count
    for race in races.read(record, from: searched, to: end, allOrders: allOrders) {
      demand(oneOf: race.initials, before: race.step)
    }
    return moveOn()
  }

  /// Sees to it that one of some tasks runs in the place of a step.
  private mutating func demand(oneOf initials: [UInt32], before step: Int) {
    if nodes[step].backtrack.contains(where: initials.contains) { return }
    let possible = initials.filter(nodes[step].candidates.contains)
    if let first = possible.first {
      nodes[step].backtrack.append(first)
    } else {
      // None of them is ready there: whatever makes them so has to be tried.
      nodes[step].backtrack = nodes[step].candidates
    }
  }

  /// Goes to the deepest node where another task has to run.
  private mutating func moveOn() -> Bool {
    while var node = nodes.popLast() {
      node.sleep.append(
        Sleeper(task: node.candidates[node.pick], footprint: races.footprint(of: nodes.count)))
      let next = node.backtrack.first { task in !node.sleep.contains { $0.task == task } }
      guard let next, let pick = node.candidates.firstIndex(of: next) else { continue }
      node.pick = pick
      let depth = nodes.count
      nodes.append(node)
      races.forget(from: depth)
      searched = depth
      // The sleepers are woken by the step that is run now.
      wokenSteps = depth
      sleep = node.sleep
      blockedAt = nil
      return true
    }
    return false
  }
}
