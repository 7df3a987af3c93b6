/// An account checks its balance, asks the bank to confirm, and then debits the amount.
///
/// It fails when a second withdrawal is checked while the first one waits for the bank: both are
/// paid, and the balance is negative. After the fixture of
/// https://github.com/nassersala/hegel-swift.
enum TwoWithdrawalsProgram {
  static func buggy() async throws {
    try await run(reservesFirst: false)
  }

  static func fixed() async throws {
    try await run(reservesFirst: true)
  }

  private static func run(reservesFirst: Bool) async throws {
    let account = Account(balance: 100, reservesFirst: reservesFirst)
    await withDiscardingTaskGroup { group in
      for _ in 0..<2 {
        group.addTask { await account.withdraw(80) }
      }
    }
    let balance = await account.balance
    if balance < 0 {
      throw YardstickFailure("the balance is \(balance)")
    }
  }

  private actor Bank {
    private var confirmed = 0

    func confirm(_ amount: Int) {
      confirmed += amount
    }
  }

  private actor Account {
    private let bank = Bank()
    private let reservesFirst: Bool
    private(set) var balance: Int

    init(balance: Int, reservesFirst: Bool) {
      self.balance = balance
      self.reservesFirst = reservesFirst
    }

    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      if reservesFirst { balance -= amount }
      await bank.confirm(amount)
      if !reservesFirst { balance -= amount }
    }
  }
}
