/// A program with a known fault, and the same program without it.
public struct Yardstick: Sendable {
  /// The name that the table of published numbers uses.
  public let name: String

  /// The body with the fault.
  public let buggy: @Sendable () async throws -> Void

  /// The body without it.
  public let fixed: (@Sendable () async throws -> Void)?

  /// How the fault shows in the orders that bring it out.
  public let expected: Fault
}

/// The ways in which a yardstick program fails.
public enum Fault: Sendable {
  /// The body throws a `YardstickFailure`.
  case error

  /// The body never finishes: the tasks that are left wait for locks or conditions of each other.
  case deadlock

  /// The body never finishes: a task waits at a continuation that nobody is left to resume.
  case leakedContinuation
}

/// All programs with a fault.
public let yardsticks: [Yardstick] = publishedModels + sizedModels + swiftPatterns

/// The programs without a fault, whose classes of orders are counted.
public let counting: [(name: String, body: @Sendable () async -> Void)] = [
  ("counter_3x1", { await CountingPrograms.counter(tasks: 3, calls: 1) }),
  ("counter_3x2", { await CountingPrograms.counter(tasks: 3, calls: 2) }),
  ("counter_3x3", { await CountingPrograms.counter(tasks: 3, calls: 3) }),
  ("counter_4x2", { await CountingPrograms.counter(tasks: 4, calls: 2) }),
  ("read_then_write_2", { await CountingPrograms.readThenWrite(tasks: 2) }),
  ("read_then_write_3", { await CountingPrograms.readThenWrite(tasks: 3) }),
  ("separate_actors_4x2", { await CountingPrograms.separateActors(tasks: 4, calls: 2) }),
  ("reorder_3_unchecked", { await CountingPrograms.reorder(setters: 2) }),
  ("reorder_5_unchecked", { await CountingPrograms.reorder(setters: 4) }),
  ("readers_and_writer_5", { await CountingPrograms.readersAndWriter(readers: 5) }),
]

extension Yardstick {
  init(
    _ name: String, _ buggy: @escaping @Sendable () async throws -> Void,
    _ fixed: @escaping @Sendable () async throws -> Void, _ expected: Fault = .error
  ) {
    self.init(name: name, buggy: buggy, fixed: fixed, expected: expected)
  }
}
