/// A consumer checks a flag that says that the stack has been filled, and pops in a second call.
///
/// It fails when the consumer overtakes the producer: the flag stays up although the stack is
/// empty again. After `stack` of https://github.com/mc-imperial/sctbench.
enum StackProgram {
  static func buggy(items: Int) async throws {
    try await run(items: items) { stack in
      guard await stack.wasFilled() else { return }
      opaque()
      guard await stack.pop() != nil else {
        throw YardstickFailure("the stack is empty although the flag is up")
      }
    }
  }

  static func fixed(items: Int) async throws {
    try await run(items: items) { stack in _ = await stack.pop() }
  }

  private static func run(
    items: Int, takeOne: @escaping @Sendable (Stack) async throws -> Void
  ) async throws {
    let stack = Stack()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        for item in 0..<items {
          await stack.push(item)
          opaque()
        }
      }
      group.addTask {
        for _ in 0..<items {
          try await takeOne(stack)
          opaque()
        }
      }
    }
  }

  private actor Stack {
    private var items: [Int] = []
    private var flag = false

    func wasFilled() -> Bool { flag }

    func push(_ item: Int) {
      items.append(item)
      flag = true
    }

    func pop() -> Int? { items.popLast() }
  }
}
