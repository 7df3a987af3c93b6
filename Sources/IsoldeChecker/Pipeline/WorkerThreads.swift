import Dispatch
import Foundation
import Synchronization

/// Runs a function over many inputs on a few threads with deep stacks.
///
/// Reading Swift recurses with the nesting of the source, so the threads bring their own stack
/// instead of relying on what a pool happens to give.
struct WorkerThreads: Sendable {
  /// How many threads run at most.
  let count: Int
  /// The stack of each thread, in bytes.
  private static let stackSize = 128 << 20

  /// Creates workers.
  ///
  /// - Parameter count: How many threads; at least one runs.
  init(count: Int) { self.count = max(1, count) }

  /// The results of a function for all inputs, in their order.
  ///
  /// - Parameters:
  ///   - inputs: The inputs; a free thread takes the next one.
  ///   - finished: Called, on any thread, after each input with how many are done.
  ///   - transform: The function.
  /// - Returns: The results in the order of the inputs.
  func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], finished: @escaping @Sendable (Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    let board = Board<Output>(count: inputs.count)
    let threads = min(count, inputs.count)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
      let thread = Thread {
        while let index = board.next() {
          let output = transform(inputs[index])
          finished(board.finish(index, output))
        }
        done.signal()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    for _ in 0..<threads { done.wait() }
    return board.outputs()
  }
}

/// What is left to do and what is done.
private final class Board<Output: Sendable>: Sendable {
  private let total: Int
  private let taken = Atomic(0)
  private let results: Mutex<[(index: Int, output: Output)]>

  init(count: Int) {
    total = count
    results = Mutex([])
  }

  func next() -> Int? {
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < total ? index : nil
  }

  func finish(_ index: Int, _ output: Output) -> Int {
    results.withLock {
      $0.append((index, output))
      return $0.count
    }
  }

  func outputs() -> [Output] {
    results.withLock { $0.sorted { $0.index < $1.index }.map(\.output) }
  }
}
