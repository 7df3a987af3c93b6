import Testing

@Suite("The flow of errors, defers and exits")
struct FlowExitTests {
  @Test("can throw behind each call under try")
  func tryCall() {
    let flow = FlowText("func f() throws { try a(); b() }")
    #expect(flow.ways() == ["a() b() end", "a() throw"])
  }

  @Test("throws behind the suspension of an awaited call, not before")
  func tryAwait() {
    let flow = FlowText("func f() async throws { try await a() }")
    #expect(flow.ways() == ["a() await end", "a() await throw"])
  }

  @Test("goes to the catch clause of its do")
  func doCatch() {
    let flow = FlowText("func f() { do { try a(); b() } catch { c() }; d() }")
    #expect(flow.ways() == ["a() +catch c() d() end", "a() b() d() end"])
  }

  @Test("passes a do whose catch clauses leave errors over")
  func partialCatch() {
    let flow = FlowText("func f() throws { do { try a() } catch is E { c() } }")
    #expect(flow.ways() == ["a() +catch c() end", "a() end", "a() throw"])
  }

  @Test("ends an error at try?")
  func optionalTry() {
    let flow = FlowText("func f() async { try? await a(); b() }")
    #expect(flow.ways() == ["a() await b() end"])
  }

  @Test("runs defers on every way out, the last one first")
  func defers() {
    let flow = FlowText(
      "func f() throws { defer { x() }; defer { y() }; if a { return }; try b() }")
    #expect(
      flow.ways() == ["?a +a y() x() return", "?a -a b() y() x() end", "?a -a b() y() x() throw"])
  }

  @Test("runs only the defers that were passed")
  func passedDefers() {
    let flow = FlowText("func f() { if a { return }; defer { x() }; b() }")
    #expect(flow.ways() == ["?a +a return", "?a -a b() x() end"])
  }

  @Test("runs the defers of the blocks that a break leaves, and no others")
  func deferAndBreak() {
    let flow = FlowText(
      "func f() { defer { x() }; while a { defer { y() }; if b { break }; c() }; d() }")
    #expect(flow.ways().contains("?a +a ?b +b y() d() x() end"))
    #expect(flow.ways().contains("?a -a d() x() end"))
  }

  @Test("takes the error of a catch clause to the function's caller")
  func rethrow() {
    let flow = FlowText("func f() throws { do { try a() } catch { b(); throw error } }")
    #expect(flow.ways() == ["a() +catch b() error throw", "a() end"])
  }

  @Test("assigns behind the value's suspension")
  func assignmentOrder() {
    let flow = FlowText(
      "actor A { var n = 0; func f() async { n = n + (await g()); n += await g() } }")
    #expect(flow.ways() == ["n g() await n= g() await n~ end"])
  }
}
