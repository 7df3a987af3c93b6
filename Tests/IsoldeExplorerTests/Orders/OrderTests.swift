import Testing

@testable import IsoldeExplorer

let orderPrograms =
  callPrograms + executorPrograms + suspensionPrograms

@Suite("The orders of a small program")
struct OrderTests {
  @Test("that depth first reaches are those that the runtime produces", arguments: orderPrograms)
  func producible(program: OrderProgram) async {
    let found = await program.exploredOrders(allOrders: false)
    let expected = OrderModel.orders(program.model(), overtakes: false)
    #expect(found.unfinished == 0)
    #expect(found.orders.subtracting(expected).isEmpty, "invented")
    #expect(expected.subtracting(found.orders).isEmpty, "hidden")
  }

  @Test("that depth first reaches are those that the language allows", arguments: orderPrograms)
  func allowed(program: OrderProgram) async {
    let found = await program.exploredOrders(allOrders: true)
    let expected = OrderModel.orders(program.model(), overtakes: true)
    #expect(found.unfinished == 0)
    #expect(found.orders.subtracting(expected).isEmpty, "invented")
    #expect(expected.subtracting(found.orders).isEmpty, "hidden")
  }
}
