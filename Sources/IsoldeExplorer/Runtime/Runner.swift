internal import CExplorerRuntime
import Synchronization

/// Runs a body under one schedule after the other, on the thread that calls it.
///
/// It must be used on a thread that no other task needs: a run blocks it.
final class Runner {
  /// How a run went, for those who judge it.
  struct Run {
    let record: RunRecord
    /// Whether the body returned or threw.
    let isBodyDone: Bool
    /// What the body threw.
    let error: (any Error)?
    /// How many tasks did not end.
    let leftTasks: Int
  }

  let engine = ExplorationEngine()
  private let body: @Sendable () async throws -> Void
  private let maximumSteps: UInt32
  private let allOrders: Bool
  private let foreignWait: UInt32
  /// Whether a run that stood still was waited for, and whether that was of use.
  private var hasWaited = false
  /// How many jobs came from threads that are not explored, in all runs.
  private(set) var foreignResumes = 0

  /// What became of the body.
  private enum Outcome {
    case running
    case returned
    case threw(any Error)
  }

  private final class OutcomeBox: Sendable {
    let outcome = Mutex(Outcome.running)
  }

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - maximumSteps: After so many steps a run is given up.
  ///   - allOrders: Whether jobs can overtake others as the language allows, beyond what the runtime
  ///     does today.
  ///   - foreignWait: How many milliseconds a run that stands still waits for other threads.
  ///   - body: What is run.
  init(
    maximumSteps: Int = 100_000, allOrders: Bool = false, foreignWait: Int = 0,
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.maximumSteps = UInt32(clamping: maximumSteps)
    self.allOrders = allOrders
    self.foreignWait = UInt32(clamping: foreignWait)
    self.body = body
  }

  /// Runs the body under the next schedule of a strategy.
  ///
  /// - Parameters:
  ///   - strategy: What chooses.
  ///   - judge: Sees the run before anything of it is forgotten.
  /// - Returns: Whether the strategy has a further schedule, and what the judge said.
  func run<S: Strategy, Verdict>(
    _ strategy: inout S, judge: (Run) -> Verdict
  ) -> (continues: Bool, verdict: Verdict) {
    let box = OutcomeBox()
    let plan = strategy.beginRun()
    explorer_begin_run(engine.pointer, maximumSteps, allOrders, strategy.watchesEffects)
    Task(name: "body") { [body] in
      do {
        try await body()
        box.outcome.withLock { $0 = .returned }
      } catch {
        box.outcome.withLock { $0 = .threw(error) }
      }
    }
    let end = drain(&strategy, plan)
    foreignResumes += Int(explorer_foreign_count(engine.pointer))
    explorer_end_run(engine.pointer)
    let record = RunRecord(engine.pointer, end: end)
    let leftTasks = Int(explorer_left_count(engine.pointer))
    if leftTasks > 0 { engine.keep() }
    let continues = strategy.endRun(record)
    var isDone = false
    var thrown: (any Error)?
    box.outcome.withLock { outcome in
      switch outcome {
      case .running: break
      case .returned: isDone = true
      case .threw(let error): (isDone, thrown) = (true, error)
      }
    }
    let run = Run(
      record: record, isBodyDone: isDone, error: thrown, leftTasks: leftTasks)
    return (continues, judge(run))
  }

  private func drain<S: Strategy>(_ strategy: inout S, _ plan: RunPlan) -> RunEnd {
    plan.picks.withUnsafeBufferPointer { picks in
      while true {
        let status = explorer_advance(
          engine.pointer, picks.baseAddress, UInt32(picks.count), plan.takesFirst)
        switch status {
        case explorer_status_choice:
          var count: UInt32 = 0
          let entries = explorer_choices(engine.pointer, &count)
          let choice = Choice(
            entries: UnsafeBufferPointer(start: entries, count: Int(count)),
            engine: engine.pointer)
          explorer_pick(engine.pointer, UInt32(strategy.choose(choice)))
        case explorer_status_bound:
          return .bound
        case explorer_status_misuse:
          return .doubleResume
        case explorer_status_idle:
          if tasksAtContinuations == 0 || !explorer_wait_foreign(engine.pointer, foreignWait) {
            explorer_pass_time(engine.pointer)
          }
        default:
          if !waitForOthers() { return .quiet }
        }
      }
    }
  }

  /// The first run that stands still at a continuation waits; whether that was of use decides for all
  /// others.
  private func waitForOthers() -> Bool {
    guard foreignWait > 0, explorer_left_count(engine.pointer) > 0 else { return false }
    guard !hasWaited || foreignResumes > 0, tasksAtContinuations > 0 else { return false }
    hasWaited = true
    let hasCome = explorer_wait_foreign(engine.pointer, foreignWait)
    if hasCome, foreignResumes == 0 {
      foreignResumes = 1
      explorer_set_asks_before_time(engine.pointer, true)
    }
    return hasCome
  }

  /// Tells the last run apart from others.
  var traceHash: UInt64 { explorer_trace_hash(engine.pointer) }

  /// How many tasks wait at a continuation, or for something that cannot be told: a thread that is about
  /// to resume a task has cleared already what it waits for.
  var tasksAtContinuations: Int {
    var (count, other) = (UInt32(0), UInt32(0))
    let tasks = explorer_tasks(engine.pointer, &count)
    return (0..<count).count { index in
      guard let task = tasks?[Int(index)], task.has_started, !task.has_ended else { return false }
      let wait = explorer_wait_of(engine.pointer, index, &other)
      return wait == explorer_wait_continuation || wait == explorer_wait_unknown
    }
  }

  /// Runs a schedule and keeps what a report needs.
  func observe<S: Strategy, Observation>(
    _ strategy: inout S, _ read: (Run, RunObserver) -> Observation
  ) -> Observation {
    explorer_set_observed(engine.pointer, true)
    defer { explorer_set_observed(engine.pointer, false) }
    return run(&strategy) { run in
      read(run, RunObserver(engine: engine.pointer, record: run.record))
    }.verdict
  }

  /// The steps of the last run.
  var steps: UnsafeBufferPointer<explorer_step> {
    var count: UInt32 = 0
    let steps = explorer_steps(engine.pointer, &count)
    return UnsafeBufferPointer(start: steps, count: Int(count))
  }
}
