/// Two payments that run at once can both pass the check.
actor Wallet {
  private(set) var balance = 100

  func pay(_ amount: Int) async {
    guard balance >= amount else { return }
    await audit(amount)
    balance -= amount
  }

  private func audit(_ amount: Int) async { await Task.yield() }
}
