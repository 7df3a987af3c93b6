/// How a body is explored.
public struct ExplorationOptions: Sendable {
  /// How schedules are chosen.
  public enum Strategy: Sendable, Equatable {
    /// Simple orders, one deviation from them, then everything or samples; the default.
    case portfolio
    /// The order in which jobs become ready, once.
    case fifo
    /// Every schedule.
    case depthFirst
    /// One schedule of those that differ only in the order of independent steps.
    case sourceDPOR
    /// Every schedule that is one deviation from a simple order.
    case deviations
    /// Any ready job, each as likely as the others.
    case randomWalk
    /// Random priorities that change at a few places.
    case pct(depth: Int)
    /// Tasks in proportion to what they have still to do.
    case urw
    /// One schedule.
    case replay(ReplayToken)
  }

  /// The most runs; 5,000 by default, so that a verdict does not depend on the machine.
  public var runs = 5_000
  /// The most time for all runs, in real time; ten seconds by default.
  public var cap: Duration = .seconds(10)
  /// Where random numbers begin.
  public var seed: UInt64 = 0
  /// How schedules are chosen.
  public var strategy = Strategy.portfolio
  /// After so many steps a run counts as endless.
  public var maximumSteps = 100_000
  /// Whether jobs may overtake each other as the language allows, beyond what today's runtime does.
  public var allowsAllOrders = false
  /// Whether a task that can never end is a failure although the body has ended.
  public var reportsLeftTasks = true
  /// How long a run that stands still waits for a job from another thread, in milliseconds.
  ///
  /// The first such run waits in any case; if nothing comes, later ones do not.
  public var foreignWait = 250

  /// How long one step may take in real time before it counts as blocked; five seconds by default.
  public var stepLimit = Duration.seconds(5)

  /// Creates the default options.
  public init() {}

  func makeStrategy() -> any IsoldeExplorer.Strategy {
    switch strategy {
    case .portfolio: Portfolio(seed: seed, runs: runs, allOrders: allowsAllOrders)
    case .fifo: Fifo()
    case .depthFirst: DepthFirst()
    case .sourceDPOR: SourceDPOR(allOrders: allowsAllOrders)
    case .deviations: Deviations()
    case .randomWalk: RandomWalk(seed: seed)
    case .pct(let depth): PCT(depth: depth, seed: seed)
    case .urw: URW(seed: seed)
    case .replay(let token): Deviating(token)
    }
  }
}
