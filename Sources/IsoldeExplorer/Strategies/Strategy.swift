internal import CExplorerRuntime

/// Decides which of the ready jobs runs next, run after run.
///
/// A strategy owns the random numbers of its runs, so that one seed gives one sequence of schedules.
protocol Strategy: Sendable {
  /// Whether it needs to know what steps do beside making others ready.
  var watchesEffects: Bool { get }

  /// Prepares for the next run.
  ///
  /// - Returns: What is settled before the run begins.
  mutating func beginRun() -> RunPlan

  /// Chooses among at least two entries.
  ///
  /// - Returns: The index of an entry.
  mutating func choose(_ choice: Choice) -> Int

  /// Learns from a run.
  ///
  /// - Returns: `false` if there is no further schedule to run.
  mutating func endRun(_ record: RunRecord) -> Bool
}

extension Strategy {
  var watchesEffects: Bool { false }
}

/// The part of a run that is settled before it begins.
struct RunPlan {
  /// The picks at the first choices.
  var picks: [UInt32] = []
  /// Whether the first entry is picked at all later choices, without asking.
  var takesFirst = false
}

/// The entries that can run next, in order of arrival.
struct Choice {
  let entries: UnsafeBufferPointer<explorer_entry>
  /// What has the steps that were run before.
  let engine: OpaquePointer

  /// What was run before.
  var record: RunRecord { RunRecord(engine, end: .quiet) }
}

/// What happened in a run.
struct RunRecord {
  let steps: UnsafeBufferPointer<explorer_step>
  let effects: UnsafeBufferPointer<explorer_effect>
  let tasks: UnsafeBufferPointer<explorer_task_state>
  let end: RunEnd

  init(_ engine: OpaquePointer, end: RunEnd) {
    var (stepCount, effectCount, taskCount) = (UInt32(0), UInt32(0), UInt32(0))
    let steps = explorer_steps(engine, &stepCount)
    let effects = explorer_effects(engine, &effectCount)
    let tasks = explorer_tasks(engine, &taskCount)
    self.steps = UnsafeBufferPointer(start: steps, count: Int(stepCount))
    self.effects = UnsafeBufferPointer(start: effects, count: Int(effectCount))
    self.tasks = UnsafeBufferPointer(start: tasks, count: Int(taskCount))
    self.end = end
  }

  /// The effects of a step.
  func effects(of step: Int) -> Slice<UnsafeBufferPointer<explorer_effect>> {
    let first = Int(steps[step].first_effect)
    let last = step + 1 < steps.count ? Int(steps[step + 1].first_effect) : effects.count
    return effects[first..<last]
  }

  /// The picks where there was something to choose.
  var picks: [UInt32] { steps.lazy.filter { $0.choices > 1 }.map(\.pick) }
}

/// How a run ended.
enum RunEnd: Equatable {
  /// Nothing was left to run.
  case quiet
  /// It took more steps than it may.
  case bound
  /// A task was resumed twice for one suspension.
  case doubleResume
}
