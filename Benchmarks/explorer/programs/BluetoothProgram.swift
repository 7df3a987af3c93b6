/// A request checks that the driver is not stopping and registers itself in a second call.
///
/// It fails when the driver stops between the two calls: the request then runs on a stopped
/// device. After `bluetooth_driver` of https://github.com/mc-imperial/sctbench.
enum BluetoothProgram {
  static func buggy() async throws {
    try await run { driver in
      guard await !driver.isStopping() else { return false }
      opaque()
      await driver.beginRequest()
      return true
    }
  }

  static func fixed() async throws {
    try await run { driver in await driver.beginRequestUnlessStopping() }
  }

  private static func run(
    begin: @escaping @Sendable (Driver) async -> Bool
  ) async throws {
    let driver = Driver()
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask {
        guard await begin(driver) else { return }
        opaque()
        if await driver.isStopped() {
          throw YardstickFailure("a request runs on a stopped device")
        }
        opaque()
        await driver.endRequest()
      }
      group.addTask {
        await driver.announceStop()
        opaque()
        await driver.endRequest()
        opaque()
        await driver.stopIfIdle()
      }
    }
  }

  private actor Driver {
    /// The driver itself counts as one request until it stops.
    private var pendingRequests = 1
    private var stopIsAnnounced = false
    private var isIdle = false
    private var hasStopped = false

    func isStopping() -> Bool { stopIsAnnounced }

    func isStopped() -> Bool { hasStopped }

    func beginRequest() {
      pendingRequests += 1
    }

    func beginRequestUnlessStopping() -> Bool {
      guard !stopIsAnnounced else { return false }
      pendingRequests += 1
      return true
    }

    func endRequest() {
      pendingRequests -= 1
      if pendingRequests == 0 { isIdle = true }
    }

    func announceStop() {
      stopIsAnnounced = true
    }

    func stopIfIdle() {
      if isIdle { hasStopped = true }
    }
  }
}
