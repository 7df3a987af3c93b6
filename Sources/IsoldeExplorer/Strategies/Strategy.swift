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
  /// What was run before.
  let record: RunRecord
}

/// What happened in a run.
struct RunRecord {
  let steps: UnsafeBufferPointer<explorer_step>
  let effects: UnsafeBufferPointer<explorer_effect>
  let tasks: UnsafeBufferPointer<explorer_task_state>
  let end: RunEnd

  /// The effects of a step.
  func effects(of step: Int) -> Slice<UnsafeBufferPointer<explorer_effect>> {
    let first = Int(steps[step].first_effect)
    let last = step + 1 < steps.count ? Int(steps[step + 1].first_effect) : effects.count
    return effects[first..<last]
  }

  /// Tells runs apart: the same tasks did the same on the same executors, or not.
  var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for step in steps {
      for part in [
        step.path, UInt64(step.executor) << 32 | UInt64(step.kind) << 16, UInt64(step.choices),
      ] {
        hash = (hash ^ part) &* 0x100_0000_01B3
      }
    }
    return hash
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
}
