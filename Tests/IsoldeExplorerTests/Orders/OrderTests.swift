import Testing

@testable import IsoldeExplorer

let orderPrograms =
  callPrograms + executorPrograms + suspensionPrograms

@Suite("The orders of a small program")
struct OrderTests {
  @Test("that depth first reaches are those that the runtime produces", arguments: orderPrograms)
  func producible(program: OrderProgram) async {
    let found = await program.orders(DepthFirst())
    let expected = OrderModel.orders(program.model(), overtakes: false)
    #expect(found.unfinished == 0)
    #expect(found.orders.subtracting(expected).isEmpty, "invented")
    #expect(expected.subtracting(found.orders).isEmpty, "hidden")
  }

  @Test("that depth first reaches are those that the language allows", arguments: orderPrograms)
  func allowed(program: OrderProgram) async {
    let found = await program.orders(DepthFirst(), allOrders: true)
    let expected = OrderModel.orders(program.model(), overtakes: true)
    #expect(found.unfinished == 0)
    #expect(found.orders.subtracting(expected).isEmpty, "invented")
    #expect(expected.subtracting(found.orders).isEmpty, "hidden")
  }

  @Test("look the same to every actor with reduction", arguments: orderPrograms)
  func reduction(program: OrderProgram) async {
    for allOrders in [false, true] {
      let all = await program.orders(DepthFirst(), allOrders: allOrders)
      let some = await program.orders(SourceDPOR(allOrders: allOrders), allOrders: allOrders)
      #expect(some.unfinished == 0)
      #expect(some.runs <= all.runs)
      #expect(program.views(some.orders) == program.views(all.orders))
    }
  }
}
