/// A free list of indices without a lock: three tasks take an index, use its place, and return it.
///
/// It fails when an index is returned, taken and returned again while a task is between reading
/// the head and exchanging it: two tasks then own one place. It needs at least five switches.
/// Dmitry Vyukov's stack, after `safestack` of https://github.com/mc-imperial/sctbench.
enum SafeStackProgram {
  static func buggy(tasks: Int, rounds: Int) async throws {
    try await run(tasks: tasks, rounds: rounds, pop: popStepByStep, push: pushStepByStep)
  }

  static func fixed(tasks: Int, rounds: Int) async throws {
    try await run(
      tasks: tasks, rounds: rounds, pop: { await $0.pop() }, push: { await $0.push($1) })
  }

  private static func run(
    tasks: Int, rounds: Int, pop: @escaping @Sendable (Words) async -> Int?,
    push: @escaping @Sendable (Words, Int) async -> Void
  ) async throws {
    let words = Words()
    try await withThrowingDiscardingTaskGroup { group in
      for task in 0..<tasks {
        group.addTask {
          for _ in 0..<rounds {
            let popped = await pop(words)
            opaque()
            guard let index = popped else { continue }
            await words.setValue(task, at: index)
            opaque()
            let value = await words.values[index]
            opaque()
            if value != task {
              throw YardstickFailure("tasks \(task) and \(value) both own place \(index)")
            }
            await push(words, index)
            opaque()
          }
        }
      }
    }
  }

  /// The original spins; a bound on the attempts keeps every schedule finite.
  @Sendable private static func popStepByStep(_ words: Words) async -> Int? {
    for _ in 0..<3 {
      let count = await words.count
      opaque()
      guard count > 1 else { return nil }
      let top = await words.head
      opaque()
      let below = await words.exchangeNext(at: top, with: -1)
      opaque()
      guard below >= 0 else { continue }
      let found = await words.compareExchangeHead(expected: top, desired: below)
      opaque()
      if found == top {
        await words.addToCount(-1)
        return top
      }
      _ = await words.exchangeNext(at: top, with: below)
      opaque()
    }
    return nil
  }

  @Sendable private static func pushStepByStep(_ words: Words, _ index: Int) async {
    var expected = -1
    var top = await words.head
    while top != expected {
      expected = top
      opaque()
      _ = await words.exchangeNext(at: index, with: expected)
      opaque()
      top = await words.compareExchangeHead(expected: expected, desired: index)
    }
    opaque()
    await words.addToCount(1)
  }

  /// The shared words; each call is one atomic operation. `-1` ends the list.
  private actor Words {
    private(set) var head = 0
    private(set) var count = 3
    private(set) var values = [-1, -1, -1]
    private var next = [1, 2, -1]

    func addToCount(_ amount: Int) { count += amount }

    func setValue(_ value: Int, at index: Int) { values[index] = value }

    func exchangeNext(at index: Int, with newNext: Int) -> Int {
      defer { next[index] = newNext }
      return next[index]
    }

    /// Returns the head that was found; it is `expected` if the exchange took place.
    func compareExchangeHead(expected: Int, desired: Int) -> Int {
      defer { if head == expected { head = desired } }
      return head
    }

    func pop() -> Int? {
      guard count > 1 else { return nil }
      let top = head
      head = next[top]
      count -= 1
      return top
    }

    func push(_ index: Int) {
      next[index] = head
      head = index
      count += 1
    }
  }
}
