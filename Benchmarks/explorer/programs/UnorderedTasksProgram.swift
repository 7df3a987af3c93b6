/// Lines are sent to a log in order, each in a task of its own.
///
/// It fails when a later task reaches the actor before an earlier one: tasks are not a queue.
enum UnorderedTasksProgram {
  static func buggy(lines: Int) async throws {
    let log = Log()
    let tasks = (0..<lines).map { line in
      Task { await log.append(line) }
    }
    for task in tasks { await task.value }
    try await check(log, lines: lines)
  }

  /// The stream is the queue, and one task takes the lines out of it.
  static func fixed(lines: Int) async throws {
    let log = Log()
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    let writer = Task {
      for await line in stream { await log.append(line) }
    }
    for line in 0..<lines { input.yield(line) }
    input.finish()
    await writer.value
    try await check(log, lines: lines)
  }

  private static func check(_ log: Log, lines: Int) async throws {
    let written = await log.lines
    if written != Array(0..<lines) {
      throw YardstickFailure("the log says \(written)")
    }
  }

  private actor Log {
    private(set) var lines: [Int] = []

    func append(_ line: Int) {
      lines.append(line)
    }
  }
}
