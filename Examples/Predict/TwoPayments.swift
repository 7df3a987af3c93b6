// What is left of 100 after paying 80 and 40? Each payment is checked first.
// comes to: -20, 20, 60

actor Wallet {
  private(set) var balance = 100

  func pay(_ amount: Int) async {
    guard balance >= amount else { return }
    await note(amount)
    balance -= amount
  }

  private func note(_ amount: Int) async { await Task.yield() }
}

func outcome() async -> Int {
  let wallet = Wallet()
  async let rent: Void = wallet.pay(80)
  async let food: Void = wallet.pay(40)
  _ = await (rent, food)
  return await wallet.balance
}
