/// A client refreshes its token if there is none, and each request asks for the token first.
///
/// It fails when another request finds no token while the first one fetches it: the token is
/// fetched again, and the first one is no longer valid.
enum DoubleFetchProgram {
  static func buggy(requests: Int) async throws {
    try await run(requests: requests) { client in await client.token() }
  }

  static func fixed(requests: Int) async throws {
    try await run(requests: requests) { client in await client.tokenFetchedOnce() }
  }

  private static func run(
    requests: Int, token: @escaping @Sendable (Client) async -> Int
  ) async throws {
    let server = TokenServer()
    let client = Client(server: server)
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<requests {
        group.addTask {
          let received = await token(client)
          opaque()
          let valid = await server.validToken
          if received != valid {
            throw YardstickFailure("token \(received) is used, but \(valid) is valid")
          }
        }
      }
    }
  }

  /// Each new token makes the ones before it invalid.
  private actor TokenServer {
    private(set) var validToken = 0

    func fetchToken() -> Int {
      validToken += 1
      return validToken
    }
  }

  private actor Client {
    private let server: TokenServer
    private var stored: Int?
    private var isFetching = false
    private var waiters: [CheckedContinuation<Int, Never>] = []

    init(server: TokenServer) {
      self.server = server
    }

    func token() async -> Int {
      if let stored { return stored }
      let fetched = await server.fetchToken()
      stored = fetched
      return fetched
    }

    /// Those who come while the token is being fetched wait for it.
    func tokenFetchedOnce() async -> Int {
      if let stored { return stored }
      if isFetching { return await withCheckedContinuation { waiters.append($0) } }
      isFetching = true
      let fetched = await server.fetchToken()
      stored = fetched
      for waiter in waiters { waiter.resume(returning: fetched) }
      waiters = []
      return fetched
    }
  }
}
