import Synchronization
import Testing

@testable import IsoldeExplorer

/// Where a program says how far it got.
final class Log: Sendable {
  private let labels = Mutex<[String]>([])
  /// What happens before a label is noted.
  private let delay: (@Sendable () -> Void)?

  init(delay: (@Sendable () -> Void)? = nil) { self.delay = delay }

  func callAsFunction(_ label: String) {
    delay?()
    labels.withLock { $0.append(label) }
  }

  var order: [String] { labels.withLock { $0 } }
}

/// Holds nothing; what counts is who is inside.
actor Room {
  func log(_ log: Log, _ label: String) { log(label) }
}

/// A continuation that waits to be resumed, or was resumed before.
actor Gate {
  private var waiter: CheckedContinuation<Void, Never>?
  private var isOpen = false

  func open() {
    isOpen = true
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiter = $0 }
  }
}

/// A small program, and the same for the model.
struct OrderProgram: Sendable, CustomTestStringConvertible {
  let name: String
  let model: @Sendable () -> [[OrderModel.Operation]]
  let body: @Sendable (Log) async throws -> Void

  init(
    _ name: String, _ model: @escaping @Sendable () -> [[OrderModel.Operation]],
    _ body: @escaping @Sendable (Log) async throws -> Void
  ) {
    self.name = name
    self.model = model
    self.body = body
  }

  var testDescription: String { name }

  /// The orders that the explorer finds depth first.
  func exploredOrders(allOrders: Bool) async -> (orders: Set<[String]>, unfinished: Int) {
    let body = body
    return await Task(executorPreference: HostThread()) {
      precondition(explorerIsInstalled)
      let current = Mutex(Log())
      let runner = Runner(allOrders: allOrders) { try await body(current.withLock { $0 }) }
      var strategy = DepthFirst()
      var orders: Set<[String]> = []
      var unfinished = 0
      while true {
        let log = Log()
        current.withLock { $0 = log }
        let (continues, isDone) = runner.run(&strategy) { $0.isBodyDone }
        orders.insert(log.order)
        if !isDone { unfinished += 1 }
        if !continues { return (orders, unfinished) }
      }
    }.value
  }
}
