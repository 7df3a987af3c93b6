internal import CExplorerRuntime

/// A deterministic order that other schedules deviate from.
enum BaseOrder: Sendable, CaseIterable {
  /// First come, first served.
  case fifo
  /// A task runs until it is suspended; then the one that waits longest.
  case runToCompletion

  /// The entry that comes next in this order.
  func next(_ choice: Choice) -> Int {
    switch self {
    case .fifo: return 0
    case .runToCompletion:
      guard let last = choice.record.steps.last?.task, last != .max else { return 0 }
      return choice.entries.firstIndex { $0.task == last } ?? 0
    }
  }
}
