import IsoldeExplorer
import Testing

/// Something that a body can come to, and how.
public struct Outcome<Value: Hashable & Sendable>: Sendable, Hashable {
  /// What the body returned.
  public let value: Value
  /// How many runs came to it.
  public internal(set) var runs: Int
  /// The schedule of the first of them; first come, first served if the body was not explored.
  public let token: ReplayToken
}

/// All that a body came to under the schedules that were run.
public struct Outcomes<Value: Hashable & Sendable>: Sendable {
  /// The distinct outcomes, in the order in which they were found.
  public internal(set) var all: [Outcome<Value>] = []
  /// What was covered; `nil` if the body was not explored.
  public internal(set) var verdict: ExplorationVerdict?

  /// The values alone.
  public var values: Set<Value> { Set(all.map(\.value)) }

  /// The outcome with a value; `nil` if no run came to it.
  public subscript(value: Value) -> Outcome<Value>? { all.first { $0.value == value } }

  mutating func add(_ value: Value, _ token: ReplayToken) {
    if let known = all.firstIndex(where: { $0.value == value }) {
      all[known].runs += 1
    } else {
      all.append(Outcome(value: value, runs: 1, token: token))
    }
  }
}
