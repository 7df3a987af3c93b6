import Testing

@Suite("The flow of branches and loops")
struct FlowBranchTests {
  @Test("takes both branches of an if")
  func ifElse() {
    let flow = FlowText("func f() { if a { b() } else { c() }; d() }")
    #expect(flow.ways() == ["?a +a b() d() end", "?a -a c() d() end"])
  }

  @Test("leaves a guard by its block or goes on")
  func guardStatement() {
    let flow = FlowText("func f() { guard let x = y else { return }; use(x) }")
    #expect(flow.ways() == ["?y +x x use() end", "?y -x return"])
  }

  @Test("evaluates the right side of && and || only when the left one asks for it")
  func shortCircuits() {
    let flow = FlowText("func f() { if a && !b { c() } }")
    #expect(flow.ways() == ["?a +a ?b +b end", "?a +a ?b -b c() end", "?a -a end"])
    let either = FlowText("func f() { if a || b { c() } }")
    #expect(either.ways() == ["?a +a c() end", "?a -a ?b +b c() end", "?a -a ?b -b end"])
  }

  @Test("evaluates the right side of ?? only when the left one is nil")
  func nilCoalescing() {
    let flow = FlowText("func f() async { x = a ?? (await b()) }")
    #expect(flow.ways() == ["a b() await x= end", "a x= end"])
  }

  @Test("takes one branch of a ternary")
  func ternary() {
    let flow = FlowText("func f() { x = a ? b : c }")
    #expect(flow.ways() == ["?a +a b x= end", "?a -a c x= end"])
  }

  @Test("asks a while loop's condition before every turn")
  func whileLoop() {
    let flow = FlowText("func f() async { while a { await b() } }")
    #expect(flow.ways() == ["?a +a b() await ?a -a end", "?a -a end"])
  }

  @Test("asks a repeat loop's condition behind every turn")
  func repeatLoop() {
    let flow = FlowText("func f() { repeat { b() } while a }")
    #expect(flow.ways() == ["b() ?a +a b() ?a -a end", "b() ?a -a end"])
  }

  @Test("leaves `while true` only from within")
  func endlessLoop() {
    let flow = FlowText("func f() { while true { if a { break }; b() } }")
    #expect(flow.ways() == ["+true ?a +a end", "+true ?a -a b() +true ?a +a end"])
  }

  @Test("suspends before every element of an asynchronous sequence")
  func forAwait() {
    let flow = FlowText("func f() async { for await x in s { use(x) } }")
    #expect(flow.ways() == ["s await +next x use() await -next end", "s await -next end"])
  }

  @Test("skips an element that its where clause refuses")
  func whereClause() {
    let flow = FlowText("func f() { for x in s where x.ok { use() } }")
    #expect(
      flow.ways() == [
        "s +next ?x.ok +ok use() -next end", "s +next ?x.ok -ok -next end", "s -next end",
      ])
  }

  @Test("continues and breaks the loop that a label names")
  func labels() {
    let flow = FlowText(
      """
      func f() {
        outer: for x in a {
          for y in b { if c { continue outer }; if d { break outer } }
          g()
        }
        h()
      }
      """)
    #expect(flow.ways().contains("a +next b +next ?c +c -next h() end"))
    #expect(flow.ways().contains("a +next b +next ?c -c ?d +d h() end"))
  }

  @Test("takes one case of a switch, and the next one only by fallthrough")
  func switchStatement() {
    let flow = FlowText(
      "func f() { switch x { case 1: a(); fallthrough; case 2: b(); default: break }; c() }")
    #expect(
      flow.ways() == ["?x +case a() b() c() end", "?x +case b() c() end", "?x +case c() end"])
  }

  @Test("takes the branches of an #if as ways that the program can be")
  func conditionalCompilation() {
    let flow = FlowText("func f() {\n#if os(Linux)\na()\n#else\nb()\n#endif\nc()\n}")
    #expect(flow.ways() == ["a() c() end", "b() c() end"])
  }

  @Test("ends where a function that never returns is called")
  func neverReturns() {
    let flow = FlowText("func f() { guard a else { fatalError() }; b() }")
    #expect(flow.ways() == ["?a +a b() end", "?a -a fatalError() never"])
  }
}
