import Dispatch
import Foundation
import Synchronization
import Testing

@testable import IsoldeExplorer

private struct Wrong: Error, CustomStringConvertible {
  let description: String
}

private func expect(_ condition: Bool, _ text: String) throws {
  if !condition { throw Wrong(description: text) }
}

/// Explores and returns the verdict.
private func verdict(
  runs: Int = 300, _ body: @escaping @Sendable () async throws -> Void
) async throws -> Verdict {
  var options = ExplorationOptions()
  options.runs = runs
  return try #require(await Exploration(options, body: body).run())
}

/// An executor with a thread of its own.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "rooms")
  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor QueuedRoom {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var count = 0
  func enter() throws -> Int {
    assertIsolated()
    count += 1
    return count
  }
}

@globalActor private actor Visits {
  static let shared = Visits()
  private(set) var count = 0
  func add() { count += 1 }
}

@MainActor private final class Model {
  var items = 0
  func load() async throws {
    MainActor.assertIsolated()
    let before = items
    await Task.yield()
    MainActor.assertIsolated()
    items = before + 1
  }
}

private actor Owner {
  private let log: Log
  init(_ log: Log) { self.log = log }
  isolated deinit { log("gone") }
  func touch() {}
}

@Suite("An explored body")
struct TakeoverTests {
  @Test("runs where everything that can be taken over was seen to be")
  func capabilities() async {
    var all: RuntimeCapabilities = [.preference, .hopStops, .mainActor, .virtualSleep]
    // Thread Sanitizer has a clock of its own.
    if !hasThreadSanitizer { all.insert(.virtualClock) }
    #expect(await RuntimeCapabilities.current() == all)
    #expect(await RuntimeCapabilities.refusal() == nil)
  }

  @Test(
    "sleeps for an hour in no time, and sees the clock move", .disabled(if: hasThreadSanitizer))
  func sleep() async throws {
    let start = ContinuousClock.now
    let result = try await verdict {
      let (before, date) = (ContinuousClock.now, Date())
      try await Task.sleep(for: .seconds(3_600))
      try expect(before.duration(to: .now) == .seconds(3_600), "the clock did not move")
      try expect(Date().timeIntervalSince(date) == 3_600, "the date did not move")
    }
    #expect(result.failure == nil)
    #expect(start.duration(to: .now) < .seconds(3_600))
  }

  @Test("can be resumed by a dispatch queue, and the verdict says so")
  func dispatch() async throws {
    let result = try await verdict(runs: 20) {
      let value = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 7) }
      }
      try expect(value == 7, "another value came")
    }
    #expect(result.failure == nil)
    #expect(result.foreignResumes > 0)
    #expect(result.coverage.contains("other threads"))
  }

  @Test("waits for another thread before time passes, once that thread has been of use")
  func dispatchBesideTimer() async throws {
    let result = try await verdict(runs: 20) {
      let first = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: 1) }
      }
      try expect(first == 1, "another value came")
      let winner = await withTaskGroup(of: String.self) { group in
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: "work") }
          }
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(10))
          return "timeout"
        }
        let first = await group.next()
        group.cancelAll()
        return first
      }
      try expect(winner == "work", "the timer came before work that takes no time")
    }
    #expect(result.failure == nil)
  }

  @Test("runs actors with executors of their own in every order, on the thread that explores")
  func customExecutor() async throws {
    let result = try await verdict {
      let room = QueuedRoom()
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { try await room.enter() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try expect(Set(counts) == [1, 2, 3], "two were inside at once")
    }
    #expect(result.failure == nil)
    #expect(result.foreignResumes == 0)
  }

  @Test("is isolated to the main actor where it says so, and loses an update there")
  func mainActor() async throws {
    let result = try await verdict {
      let model = Model()
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<2 { group.addTask { try await model.load() } }
      }
      let items = await model.items
      try expect(items == 2, "an update is lost")
    }
    #expect(result.failure?.kind == .error)
    #expect(result.failure?.message == "an update is lost")
    #expect(result.failure?.timeline.contains { $0.isolation == "MainActor" } == true)
  }

  @Test("runs isolated deinitializers")
  func isolatedDeinit() async throws {
    let result = try await verdict {
      let log = Log()
      do {
        let owner = Owner(log)
        await owner.touch()
      }
      for _ in 0..<3 { await Task.yield() }
      _ = log.order
    }
    #expect(result.failure == nil)
  }

  @Test("begins immediate tasks inside their creator's step")
  func immediate() async throws {
    let result = try await verdict {
      let log = Log()
      let task = Task.immediate {
        log("child")
        try? await Task.sleep(for: .seconds(1))
        log("later")
      }
      log("parent")
      await task.value
      try expect(log.order == ["child", "parent", "later"], "\(log.order)")
    }
    #expect(result.failure == nil)
  }

  @Test("sees cancellation, of sleeps as well", .disabled(if: hasThreadSanitizer))
  func cancellation() async throws {
    let result = try await verdict {
      let start = ContinuousClock.now
      let task = Task { try await Task.sleep(for: .seconds(100)) }
      task.cancel()
      let outcome = await task.result
      try expect((try? outcome.get()) == nil, "the sleep was not cancelled")
      try expect(start.duration(to: .now) == .zero, "time passed")
    }
    #expect(result.failure == nil)
    #expect(result.isExhaustive)
  }

  @Test("reads a stream in every order of its producers")
  func stream() async throws {
    let result = try await verdict {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      async let sum = stream.reduce(0, +)
      await withDiscardingTaskGroup { group in
        for value in 1...3 { group.addTask { continuation.yield(value) } }
      }
      continuation.finish()
      let total = await sum
      try expect(total == 6, "a value is lost")
    }
    #expect(result.failure == nil)
  }

  @Test("that never ends by itself is given up after many steps")
  func livelock() async throws {
    var options = ExplorationOptions()
    options.maximumSteps = 1_000
    let result = try #require(
      await Exploration(options) { while !Task.isCancelled { await Task.yield() } }.run())
    #expect(result.failure?.kind == .livelock)
  }

  @Test("whose step blocks its thread is given up, and the place is named")
  func blocked() async throws {
    var options = ExplorationOptions()
    options.stepLimit = .milliseconds(100)
    options.foreignWait = 0
    let result = try #require(await Exploration(options) { waitForNothing() }.run())
    let failure = try #require(result.failure)
    #expect(failure.kind == .blocked)
    #expect(failure.suspended.first?.stack.contains { $0.function == "waitForNothing()" } == true)
  }

  @Test("can leave tasks behind, run after run")
  func leftTasks() async throws {
    var options = ExplorationOptions()
    options.reportsLeftTasks = false
    options.runs = 50
    let result = try #require(
      await Exploration(options) {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        Task { try await Task.sleep(for: .seconds(5)) }
        await Task.yield()
      }.run())
    #expect(result.failure == nil)
  }

  @Test("shares a global actor with others in parallel, one inside at a time")
  func sharedActor() async throws {
    let before = await Visits.shared.count
    let runs = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await verdict(runs: 500) { for _ in 0..<10 { await Visits.shared.add() } }.steps
        }
      }
      return try await group.reduce(0, +)
    }
    let added = await Visits.shared.count - before
    // Every call is two steps, but for the body's beginning.
    #expect(added > 0 && added <= runs)
    #expect(added.isMultiple(of: 10))
  }

  @Test("runs beside others in parallel, and each sees its own runs")
  func parallel() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var options = ExplorationOptions()
          options.strategy = .depthFirst
          let explored = await Exploration(options) {
            let tally = Tally()
            await together(
              (0..<2).map { _ in
                {
                  for _ in 0..<2 {
                    await tally.add()
                    opaque()
                  }
                }
              })
          }.run()
          return try #require(explored).runs
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 252, count: 8))
  }
}

private let hasThreadSanitizer =
  dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

private func waitForNothing() {
  DispatchSemaphore(value: 0).wait()
}
