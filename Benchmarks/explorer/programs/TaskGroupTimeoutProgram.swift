/// A request races a timer in a task group, and the timer wins.
///
/// It hangs in every order: the group waits for the request, which takes no notice of its
/// cancellation. After https://github.com/klaviyo/klaviyo-swift-sdk/pull/675.
enum TaskGroupTimeoutProgram {
  static func buggy() async throws {
    let server = SilentServer()
    try await run { await server.reply() }
  }

  /// Iterating a stream ends when the task is cancelled, so the group can end too.
  static func fixed() async throws {
    let server = SilentServer()
    try await run { for await _ in server.replies {} }
  }

  private static func run(_ request: @escaping @Sendable () async -> Void) async throws {
    let didTimeOut = try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        await request()
        return false
      }
      group.addTask {
        try await Task.sleep(for: .milliseconds(1))
        return true
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    if !didTimeOut {
      throw YardstickFailure("a server that never replies was faster than the timer")
    }
  }

  /// Takes requests and replies to none of them.
  private actor SilentServer {
    nonisolated let replies: AsyncStream<Void>
    private let repliesInput: AsyncStream<Void>.Continuation
    private var requests: [CheckedContinuation<Void, Never>] = []

    init() {
      (replies, repliesInput) = AsyncStream.makeStream()
    }

    func reply() async {
      await withCheckedContinuation { requests.append($0) }
    }
  }
}
