import Testing

@testable import IsoldeExplorer

/// Keeps those that wait in it until they are called.
actor Lobby {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var wasCalled = false

  func wait(_ log: Log, _ label: String) async {
    if !wasCalled { await withCheckedContinuation { waiting.append($0) } }
    log(label)
  }

  func callAll(_ log: Log, _ label: String) {
    log(label)
    wasCalled = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Programs about suspensions: yields, timers, continuations, streams, cancellation.
let suspensionPrograms: [OrderProgram] = [
  OrderProgram("two tasks that yield") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .yield, .log("a'")],
      [.log("b"), .yield, .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("a")
        await Task.yield()
        log("a'")
      }
      group.addTask {
        log("b")
        await Task.yield()
        log("b'")
      }
    }
  },
  OrderProgram("equal timers") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .sleep(5), .log("a'")],
      [.log("b"), .sleep(5), .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("a")
        try? await Task.sleep(for: .seconds(5))
        log("a'")
      }
      group.addTask {
        log("b")
        try? await Task.sleep(for: .seconds(5))
        log("b'")
      }
    }
  },
  OrderProgram("a shorter and a longer timer") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.sleep(1), .log("a"), .sleep(3), .log("a'")],
      [.sleep(3), .log("b"), .sleep(1), .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(1))
        log("a")
        try? await Task.sleep(for: .seconds(3))
        log("a'")
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(3))
        log("b")
        try? await Task.sleep(for: .seconds(1))
        log("b'")
      }
    }
  },
  OrderProgram("two tasks that are resumed on the actor they wait in") {
    [
      [.spawn(1), .spawn(2), .spawn(3), .join(1), .join(2), .join(3)],
      [.hop(.actor(0)), .wait("call"), .log("a"), .hop(.concurrent), .log("a'")],
      [.hop(.actor(0)), .wait("call"), .log("b"), .hop(.concurrent), .log("b'")],
      [.hop(.actor(0)), .log("c"), .resume("call"), .hop(.concurrent), .log("c'")],
    ]
  } _: { log in
    let lobby = Lobby()
    await withDiscardingTaskGroup { group in
      group.addTask {
        await lobby.wait(log, "a")
        log("a'")
      }
      group.addTask {
        await lobby.wait(log, "b")
        log("b'")
      }
      group.addTask {
        await lobby.callAll(log, "c")
        log("c'")
      }
    }
  },
  OrderProgram("a task that is resumed on the actor it waits in, beside a visitor") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .wait("open"), .log("a"), .hop(.concurrent), .log("a'")],
      [
        .hop(.actor(0)), .resume("open"), .hop(.concurrent), .log("b"), .hop(.actor(0)), .log("B"),
        .hop(.concurrent), .log("b'"),
      ],
    ]
  } _: { log in
    let gate = LoggingGate()
    await withDiscardingTaskGroup { group in
      group.addTask {
        await gate.wait(log, "a")
        log("a'")
      }
      group.addTask {
        await gate.open()
        log("b")
        await gate.log(log, "B")
        log("b'")
      }
    }
  },
  OrderProgram("a stream and its consumer") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("p1"), .resume("one"), .log("p2"), .yield, .log("p3"), .resume("end")],
      [.wait("one"), .log("c1"), .wait("end"), .log("c2")],
    ]
  } _: { log in
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("p1")
        continuation.yield(1)
        log("p2")
        await Task.yield()
        log("p3")
        continuation.finish()
      }
      group.addTask {
        for await _ in stream { log("c1") }
        log("c2")
      }
    }
  },
  OrderProgram("a cancellation handler that resumes its task") {
    [
      [.spawn(1), .log("r"), .yield, .resume("cancel"), .log("r'"), .join(1)],
      [.log("a"), .wait("cancel"), .log("a'")],
    ]
  } _: { log in
    let task = Task {
      log("a")
      try? await Task.sleep(for: .seconds(1_000))
      log("a'")
    }
    log("r")
    await Task.yield()
    task.cancel()
    log("r'")
    await task.value
  },
  OrderProgram("a sleep beside work that is ready") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.sleep(1), .log("a")],
      [.log("b"), .yield, .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        try? await Task.sleep(for: .milliseconds(1))
        log("a")
      }
      group.addTask {
        log("b")
        await Task.yield()
        log("b'")
      }
    }
  },
  OrderProgram("a yield on the main actor") {
    [
      [.spawn(1, on: .main), .spawn(2, on: .main), .join(1), .join(2)],
      [.log("a"), .yield, .log("a'")],
      [.log("b")],
    ]
  } _: { log in
    let first = Task { @MainActor in
      log("a")
      await Task.yield()
      log("a'")
    }
    let second = Task { @MainActor in log("b") }
    await first.value
    await second.value
  },
]

/// A gate that notes who came through.
actor LoggingGate {
  private var waiter: CheckedContinuation<Void, Never>?
  private var isOpen = false

  func open() {
    isOpen = true
    waiter?.resume()
    waiter = nil
  }

  func wait(_ log: Log, _ label: String) async {
    if !isOpen { await withCheckedContinuation { waiter = $0 } }
    log(label)
  }

  func log(_ log: Log, _ label: String) { log(label) }
}
