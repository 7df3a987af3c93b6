/// An actor whose callers read and write in two steps.
actor Counter {
  private(set) var value = 0
  func set(_ value: Int) { self.value = value }
  func get() -> Int { value }

  nonisolated func readAndWrite() async {
    let read = await get()
    await set(read + 1)
  }
}

/// What two tasks make of a counter that both read and write: two, or one if an update is lost.
@Sendable func countTwice() async -> Int {
  let counter = Counter()
  async let first: Void = counter.readAndWrite()
  async let second: Void = counter.readAndWrite()
  _ = await (first, second)
  return await counter.value
}
