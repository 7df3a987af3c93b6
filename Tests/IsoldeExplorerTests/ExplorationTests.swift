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
    print(verdict.report(on: "two withdrawals"))
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
    print(verdict.report(on: "a leak"))
    let failure = try #require(verdict.failure)
    #expect(failure.kind == .leakedContinuation)
    #expect(failure.suspended.contains { $0.task == "waiter" })
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
    print(verdict.report(on: "three calls"))
    #expect(verdict.failure == nil)
    #expect(verdict.isExhaustive)
  }
}

private func waitForNobody() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}
