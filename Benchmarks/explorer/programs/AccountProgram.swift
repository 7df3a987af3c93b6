/// An auditor expects a wrong balance as soon as both the deposit and the withdrawal are done.
///
/// It fails in every order in which the auditor comes last. After `account_bad` of
/// https://github.com/mc-imperial/sctbench.
enum AccountProgram {
  private static let opening = 1
  private static let deposit = 2
  private static let withdrawal = 4

  static func buggy() async throws {
    try await run(expecting: opening - deposit - withdrawal)
  }

  static func fixed() async throws {
    try await run(expecting: opening + deposit - withdrawal)
  }

  private static func run(expecting expected: Int) async throws {
    let account = Account(balance: opening)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await account.deposit(deposit) }
      group.addTask { await account.withdraw(withdrawal) }
      group.addTask {
        let seen = await account.statement()
        if seen.isSettled && seen.balance != expected {
          throw YardstickFailure("the balance is \(seen.balance), not \(expected)")
        }
      }
    }
  }

  private struct Statement {
    var balance: Int
    var isDeposited = false
    var isWithdrawn = false

    var isSettled: Bool { isDeposited && isWithdrawn }
  }

  private actor Account {
    private var current: Statement

    init(balance: Int) {
      current = Statement(balance: balance)
    }

    func deposit(_ amount: Int) {
      current.balance += amount
      current.isDeposited = true
    }

    func withdraw(_ amount: Int) {
      current.balance -= amount
      current.isWithdrawn = true
    }

    func statement() -> Statement { current }
  }
}
