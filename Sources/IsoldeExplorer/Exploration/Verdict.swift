/// What an exploration came to.
public struct Verdict: Sendable {
  /// What ended it.
  public enum End: String, Sendable {
    /// There was no further schedule to run.
    case exhausted
    /// The number of runs was reached.
    case runs
    /// The time was up.
    case seconds
    /// A run failed.
    case failure
  }

  /// What went wrong; `nil` if nothing did.
  public internal(set) var failure: ExplorationFailure?
  /// How many runs there were before it was shrunk and explained.
  public internal(set) var runs = 0
  /// The steps of all of them.
  public internal(set) var steps = 0
  /// What ended it.
  public internal(set) var end = End.exhausted
  /// Whether every schedule was run, up to the order of steps that touch nothing in common.
  public internal(set) var isExhaustive = false
  /// How many runs of the reduction led to nothing new.
  public internal(set) var blockedRuns = 0
  /// Jobs that came from threads which are not explored.
  public internal(set) var foreignResumes = 0
  /// Whether two runs under one schedule did the same.
  public internal(set) var isDeterministic = true
  /// How long it took in real time.
  public internal(set) var duration = Duration.zero

  /// One sentence that says what was covered, and what was not.
  public var coverage: String {
    var text: String
    switch end {
    case .exhausted where isExhaustive:
      text = "all orders of dependent steps were run (\(runs) runs)"
    case .exhausted:
      let number = runs == 1 ? "the one schedule" : "all \(runs) schedules"
      text = "\(number) of the strategy \(runs == 1 ? "was" : "were") run"
    case .failure: text = "the search stopped at the first failure, in run \(runs)"
    case .runs: text = "\(runs) schedules were run, which is the budget; others were not"
    case .seconds: text = "\(runs) schedules were run until the time was up; others were not"
    }
    if end == .runs || end == .seconds, runs > 0 {
      // No failure in n runs bounds its probability by 3/n with a confidence of 95 %.
      let bound = 3.0 / Double(runs)
      let percent = (bound * 10_000).rounded(.up) / 100
      text += "; at 95 % confidence a schedule like these fails in at most \(percent) %"
    }
    if foreignResumes > 0 {
      text += "; code on other threads resumed tasks, and its timing was not explored"
    }
    if !isDeterministic {
      text += "; two runs of one schedule differed: state survives a run, or the order of a set, a"
      text += " random number or an address decides"
    }
    return text
  }
}

/// A run that went wrong.
public struct ExplorationFailure: Sendable {
  /// What went wrong.
  public enum Kind: String, Sendable {
    /// Something was recorded while the run went on.
    case issue
    /// The body threw.
    case error
    /// The body cannot end: tasks wait for each other.
    case deadlock
    /// A task waits at a continuation that nobody resumes.
    case leakedContinuation
    /// The run took more steps than it may.
    case livelock
    /// A task was resumed twice for one suspension.
    case doubleResume
    /// A step does not give its thread back.
    case blocked
  }

  /// What went wrong.
  public internal(set) var kind: Kind
  /// What the error or the issue says.
  public internal(set) var message: String
  /// Which run failed first.
  public internal(set) var run: Int
  /// The shrunk schedule.
  public internal(set) var token: ReplayToken
  /// How many runs the shrinking took.
  public internal(set) var shrinkRuns = 0
  /// Why it failed, in at most two lines.
  public internal(set) var cause: [String] = []
  /// The steps of the shrunk run.
  public internal(set) var timeline: [TimelineRow] = []
  /// The tasks that did not end.
  public internal(set) var suspended: [SuspendedTask] = []
}

/// A place in the source.
public struct CodePlace: Sendable, Hashable {
  /// The function, as a reader would write it.
  public var function: String?
  /// The path of the file.
  public var file: String?
  /// The line, counted from one.
  public var line: Int?
}

/// A step of a run, for a reader.
public struct TimelineRow: Sendable {
  /// How the step began.
  public enum Event: String, Sendable {
    case starts, resumes, enters, runs
  }

  /// Counts the steps.
  public var step: Int
  /// The task's name, or its number.
  public var task: String
  /// The actor it ran on.
  public var isolation: String
  /// How it began.
  public var event: Event
  /// Where it went on.
  public var place: CodePlace
  /// Virtual time since the run began.
  public var time: Duration
  /// What the step took of the processor.
  public var processorTime: Duration
  /// How many jobs could have run.
  public var choices: Int
}

/// A task that waits for something that does not come.
public struct SuspendedTask: Sendable {
  /// The task's name, or its number.
  public var task: String
  /// What it waits for.
  public var waitsFor: String
  /// Where it waits; the innermost function first.
  public var stack: [CodePlace]
}
