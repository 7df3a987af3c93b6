import Synchronization
import Testing

@testable import IsoldeExplorer

private struct Overdrawn: Error {}

private actor Account {
  var balance = 100
  func withdraw(_ amount: Int) async throws {
    guard balance >= amount else { return }
    await record()
    balance -= amount
    if balance < 0 { throw Overdrawn() }
  }
  private func record() async { await Task.yield() }
}

@Suite("An exploration")
struct ExplorationTests {
  @Test("finds, shrinks and explains a check that an await makes stale")
  func staleCheck() async throws {
    let explored = await Exploration {
      let account = Account()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(name: "rent") { try await account.withdraw(80) }
        group.addTask(name: "food") { try await account.withdraw(40) }
        try await group.waitForAll()
      }
    }.run()
    let verdict = try #require(explored)
    let failure = try #require(verdict.failure)
    #expect(failure.kind == .error)
    #expect(failure.token.deviations.count <= 2)
  }

  @Test("names the tasks that wait for ever, and where")
  func leak() async throws {
    let explored = await Exploration {
      await withDiscardingTaskGroup { group in
        group.addTask(name: "waiter") { await waitForNobody() }
        group.addTask(name: "other") { await Task.yield() }
      }
    }.run()
    let verdict = try #require(explored)
    let failure = try #require(verdict.failure)
    #expect(failure.kind == .leakedContinuation)
    #expect(failure.suspended.contains { $0.task == "waiter" })
  }

  @Test("names the steps that resume a task twice, and goes on")
  func doubleResume() async throws {
    let explored = await Exploration {
      let slot = Slot()
      await withDiscardingTaskGroup { group in
        group.addTask(name: "waiter") { await slot.wait() }
        group.addTask(name: "grant") { await slot.take()?.resume() }
        group.addTask(name: "cancel") {
          let continuation = await slot.peek()
          await Task.yield()
          continuation?.resume()
        }
      }
    }.run()
    let verdict = try #require(explored)
    let failure = try #require(verdict.failure)
    #expect(failure.kind == .doubleResume)
    #expect(failure.cause.count == 2)
    #expect(failure.cause.first?.contains("“waiter” is resumed by") == true)
  }

  @Test("says where every task begins, however it was made")
  func beginnings() async throws {
    let explored = await Exploration {
      let register = Register()
      let value = await register.get()
      let first = Task(name: "task") { await register.set(value + 1) }
      let second = Task.detached(name: "detached") { await register.set(value + 2) }
      async let third: Void = register.set(value + 3)
      await withTaskGroup(of: Int.self) { group in
        group.addTask(name: "child") { await register.get() }
      }
      let onMain = Task(name: "main") { @MainActor in await register.set(value) }
      await first.value
      await second.value
      await third
      await onMain.value
      throw CancellationError()
    }.run()
    let rows = try #require(explored?.failure).timeline.filter { $0.event == .starts }
    let named = rows.filter { ["task", "detached", "child", "main"].contains($0.task) }
    #expect(named.count == 4)
    let placeless = named.filter { $0.place.file?.hasSuffix("ExplorationTests.swift") != true }
    #expect(placeless.map(\.task) == [])
  }

  @Test("runs a schedule in the same way a thousand times")
  func replays() async {
    let hashes = await Task(executorPreference: HostThread()) {
      let runner = Runner {
        let register = Register()
        await withDiscardingTaskGroup { group in
          for _ in 0..<4 {
            group.addTask {
              let value = await register.get()
              try? await Task.sleep(for: .seconds(value))
              await register.set(value + 1)
            }
          }
        }
      }
      return (0..<1_000).map { _ in
        var strategy = Deviating(
          ReplayToken(
            base: .runToCompletion,
            deviations: [.init(choice: 2, pick: 3), .init(choice: 5, pick: 1)]))
        _ = runner.run(&strategy) { _ in }
        return runner.traceHash
      }
    }.value
    #expect(Set(hashes).count == 1)
  }

  @Test("says that all orders were run")
  func exhaustive() async throws {
    let explored = await Exploration {
      let tally = Tally()
      await withDiscardingTaskGroup { group in
        for _ in 0..<3 { group.addTask { await tally.add() } }
      }
    }.run()
    let verdict = try #require(explored)
    #expect(verdict.failure == nil)
    #expect(verdict.isExhaustive)
  }
}

private actor Slot {
  private var waiter: UnsafeContinuation<Void, Never>?
  private var isTaken = false

  func wait() async {
    if isTaken { return }
    await withUnsafeContinuation { waiter = $0 }
  }

  func take() -> UnsafeContinuation<Void, Never>? {
    isTaken = true
    defer { waiter = nil }
    return waiter
  }

  func peek() -> UnsafeContinuation<Void, Never>? { waiter }
}

private func waitForNobody() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}
