import Foundation
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

  @Test(
    "are those of real threads, which can be late within a step as well",
    arguments: orderPrograms.filter { !$0.isTimed })
  func native(program: OrderProgram) async throws {
    let possible = PreemptiveModel.orders(program.model())
    let produced = OrderModel.orders(program.model(), overtakes: false)
    #expect(produced.subtracting(possible).isEmpty)
    var seen: Set<[String]> = []
    // An order that needs two threads to be late at once can take many runs, on few cores most of all.
    for _ in 0..<(isPatient ? 20_000 : 50) where !produced.isSubset(of: seen) {
      let log = Log { spin() }
      try await program.body(log)
      seen.insert(log.order)
    }
    #expect(seen.subtracting(possible).isEmpty)
    if isPatient { #expect(produced.subtracting(seen).isEmpty) }
  }
}

let isPatient = ProcessInfo.processInfo.environment["ISOLDE_LONG_TESTS"] != nil

/// Makes a task late by some amount, often none and sometimes enough for another thread to wake.
private func spin() {
  guard Bool.random() else { return }
  for _ in 0..<Int.random(in: 0...(Bool.random() ? 200 : 200_000)) { opaque() }
}
