import Synchronization
import Testing

@testable import IsoldeExplorer

/// Where a program says how far it got.
final class Log: Sendable {
  private let labels = Mutex<[String]>([])
  /// What happens before and after a label is noted.
  private let delay: (@Sendable () -> Void)?

  init(delay: (@Sendable () -> Void)? = nil) { self.delay = delay }

  func callAsFunction(_ label: String) {
    delay?()
    labels.withLock { $0.append(label) }
    delay?()
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

  /// Whether it sleeps; in real time that takes long, and what is late changes the order.
  var isTimed: Bool {
    model().joined().contains { if case .sleep = $0 { true } else { false } }
      || name.contains("cancellation")
  }

  /// The orders that a strategy finds.
  func orders<S: Strategy>(
    _ strategy: S, allOrders: Bool = false
  ) async -> (orders: Set<[String]>, unfinished: Int, runs: Int) {
    let body = body
    return await Task(executorPreference: HostThread()) {
      precondition(RuntimeCapabilities.observed.isSuperset(of: .required))
      let current = Mutex(Log())
      let runner = Runner(allOrders: allOrders) { try await body(current.withLock { $0 }) }
      var strategy = strategy
      var orders: Set<[String]> = []
      var (unfinished, runs) = (0, 0)
      while true {
        let log = Log()
        current.withLock { $0 = log }
        let (continues, isDone) = runner.run(&strategy) { $0.isBodyDone }
        runs += 1
        orders.insert(log.order)
        if !isDone { unfinished += 1 }
        if !continues { return (orders, unfinished, runs) }
      }
    }.value
  }

  /// Where each label is noted, as far as it is on an executor that runs one job at a time.
  private var places: [String: OrderModel.Executor] {
    let tasks = model()
    var starts: [OrderModel.Executor] = tasks.map { _ in .concurrent }
    for case .spawn(let child, let executor) in tasks.joined() { starts[child] = executor }
    var places: [String: OrderModel.Executor] = [:]
    for (task, start) in zip(tasks, starts) {
      var executor = start
      for operation in task {
        switch operation {
        case .hop(let target): executor = target
        case .log(let label) where executor != .concurrent: places[label] = executor
        default: break
        }
      }
    }
    return places
  }

  /// What the actors of a program saw: for each the labels that were noted on it, in order.
  func views(_ orders: Set<[String]>) -> Set<[OrderModel.Executor: [String]]> {
    let places = places
    return Set(
      orders.map { order in
        Dictionary(grouping: order.filter { places[$0] != nil }) { places[$0] ?? .concurrent }
      })
  }
}
