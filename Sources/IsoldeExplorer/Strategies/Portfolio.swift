/// What is run by default: simple orders and one deviation from them, then all schedules if they are few,
/// else samples of several kinds in turn.
///
/// No sampler is safe alone: long tasks hide from one, many tasks from another.
struct Portfolio: Strategy {
  /// What the runs came from.
  enum Phase: String, Sendable {
    case deviations, exhaustive, sampling
  }

  private(set) var phase = Phase.deviations
  /// Whether all schedules were run.
  private(set) var isExhaustive = false

  private var deviations = Deviations()
  private var reduction: SourceDPOR
  private var samplers: [any Strategy]
  private var sampler = 0
  private var runsInPhase = 0
  private let budget: Int

  /// Creates a portfolio.
  ///
  /// - Parameters:
  ///   - seed: Where the samplers' random numbers begin.
  ///   - runs: How many runs there will be at most.
  ///   - allOrders: Whether jobs can overtake each other as the language allows.
  init(seed: UInt64, runs: Int, allOrders: Bool = false) {
    budget = runs
    reduction = SourceDPOR(allOrders: allOrders)
    samplers = [
      URW(seed: seed), PCT(depth: 2, seed: seed &+ 1), RandomWalk(seed: seed &+ 2),
      PCT(depth: 3, seed: seed &+ 3),
    ]
  }

  var watchesEffects: Bool { phase == .exhaustive }

  mutating func beginRun() -> RunPlan {
    switch phase {
    case .deviations: deviations.beginRun()
    case .exhaustive: reduction.beginRun()
    case .sampling: samplers[sampler].beginRun()
    }
  }

  mutating func choose(_ choice: Choice) -> Int {
    switch phase {
    case .deviations: deviations.choose(choice)
    case .exhaustive: reduction.choose(choice)
    case .sampling: samplers[sampler].choose(choice)
    }
  }

  mutating func endRun(_ record: RunRecord) -> Bool {
    runsInPhase += 1
    switch phase {
    case .deviations:
      if !deviations.endRun(record) || runsInPhase * 5 >= budget * 2 { go(to: .exhaustive) }
    case .exhaustive:
      if !reduction.endRun(record) {
        isExhaustive = true
        return false
      }
      // A tree that is far from done after a fifth of the budget is too large for the rest.
      let isSlow = runsInPhase * 5 >= budget && reduction.progress < 0.3
      if isSlow || record.end == .bound { go(to: .sampling) }
    case .sampling:
      _ = samplers[sampler].endRun(record)
      sampler = (sampler + 1) % samplers.count
    }
    return true
  }

  /// The name of the strategy whose turn it is.
  var chooserName: String {
    switch phase {
    case .deviations: deviations.chooserName
    case .exhaustive: reduction.chooserName
    case .sampling: samplers[sampler].chooserName
    }
  }

  private mutating func go(to next: Phase) {
    phase = next
    runsInPhase = 0
  }
}
