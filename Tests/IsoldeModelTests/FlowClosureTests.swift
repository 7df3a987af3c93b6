import IsoldeModel
import Testing

@Suite("The flow of closures")
struct FlowClosureTests {
  @Test("runs a locked closure between taking and releasing the lock")
  func withLock() {
    let flow = FlowText("func f() { state.withLock { $0.n = 1 }; a() }")
    #expect(flow.ways() == ["state withLock() lock $0.n= unlock a() end"])
  }

  @Test("gives the lock back when the locked closure returns early")
  func earlyReturn() {
    let flow = FlowText("func f() { m.withLock { s in if s.x { return }; s.y = 1 } }")
    #expect(
      flow.ways() == [
        "m withLock() lock ?s.x +x unlock end", "m withLock() lock ?s.x -x s.y= unlock end",
      ])
  }

  @Test("runs a closure for each element, or not at all")
  func forEach() {
    let flow = FlowText("func f() { xs.forEach { use($0) } }")
    #expect(flow.ways() == ["xs forEach() $0 use() end", "xs forEach() end"])
  }

  @Test("runs the body of a continuation at once, and suspends behind it")
  func continuation() {
    let flow = FlowText("func f() async { await withCheckedContinuation { c in g(c) } }")
    #expect(flow.ways() == ["withCheckedContinuation() c g() await end"])
  }

  @Test("gives a task's closure a body of its own")
  func task() throws {
    let flow = FlowText("actor A { var n = 0; func f() { Task { n += 1; await g() }; h() } }")
    #expect(flow.ways() == ["{} Task() h() end"])
    #expect(flow.ways(body: 1) == ["n~ g() await end"])
    #expect(flow.code.flow.bodies[1].role == .task)
    #expect(flow.code.flow.bodies[1].isolation == .actorInstance)
  }

  @Test("puts a detached task and a child task on no actor")
  func detached() {
    let flow = FlowText(
      "@MainActor class A { func f() async { Task.detached { g() }; group.addTask { g() } } }")
    #expect(flow.code.flow.bodies[1].isolation == .concurrent)
    #expect(flow.code.flow.bodies[2].role == .childTask)
  }

  @Test("believes the attribute of a closure more than the place it stands in")
  func attribute() {
    let flow = FlowText("func f() { Task { @MainActor in g() }; DispatchQueue.main.async { h() } }")
    #expect(flow.code.flow.bodies[1].isolation == .mainActor)
    #expect(flow.code.flow.bodies[2].isolation == .mainActor)
  }

  @Test("keeps the two closures of a cancellation handler apart")
  func cancellationHandler() {
    let flow = FlowText(
      "func f() async { await withTaskCancellationHandler { await a() } onCancel: { b() } }")
    #expect(flow.ways() == ["{} withTaskCancellationHandler() a() await await end"])
    #expect(flow.ways(body: 1) == ["b() end"])
    #expect(flow.code.flow.bodies[1].role == .cancellationHandler)
  }

  @Test("follows an error out of a closure that runs where it stands")
  func errorsOfInlineClosures() {
    let flow = FlowText("func f() throws { try m.withLock { _ in try a() }; b() }")
    #expect(flow.ways().contains("m withLock() lock a() throw"))
    #expect(flow.ways().contains("m withLock() lock a() unlock b() end"))
  }

  @Test("finds the property behind a name that only stands for it")
  func origins() throws {
    let flow = FlowText(
      """
      final class A {
        var tasks: [Task<Void, Never>] = []
        func f() { for t in tasks { t.cancel() }; tasks.forEach { $0.cancel() } }
      }
      """)
    let cancels = flow.code.flow.points.filter {
      $0.kind == .call && flow.code.tree.name($0.node) == "cancel"
    }
    #expect(cancels.count == 2)
    for cancel in cancels { #expect(flow.code.memberName(of: cancel.path) == "tasks") }
  }
}
