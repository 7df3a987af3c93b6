struct TimedOut: Error {}

/// Comes back only when the slower of the two has ended, so it never shortens anything.
func withDeadline<Value: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw TimedOut()
    }
    guard let first = try await group.next() else { throw TimedOut() }
    return first
  }
}

/// Returns normally even if every upload failed.
func uploadAll(_ photos: [Int], _ upload: @escaping @Sendable (Int) async throws -> Void) async {
  await withThrowingTaskGroup(of: Void.self) { group in
    for photo in photos {
      group.addTask { try await upload(photo) }
    }
  }
}
