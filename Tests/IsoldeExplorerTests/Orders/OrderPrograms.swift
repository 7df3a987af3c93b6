import Testing

@testable import IsoldeExplorer

/// Programs about calls, joins, groups and spawned tasks.
let callPrograms: [OrderProgram] = [
  OrderProgram("two tasks that call one actor, with code between") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .hop(.actor(0)), .log("A"), .hop(.concurrent), .log("a'")],
      [.log("b"), .hop(.actor(0)), .log("B"), .hop(.concurrent), .log("b'")],
    ]
  } _: { log in
    let room = Room()
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("a")
        await room.log(log, "A")
        log("a'")
      }
      group.addTask {
        log("b")
        await room.log(log, "B")
        log("b'")
      }
    }
  },
  OrderProgram("a join while another task runs") {
    [
      [.spawn(1), .spawn(2), .join(1), .log("r"), .join(2)],
      [.hop(.actor(0)), .log("A"), .hop(.concurrent), .log("x")],
      [.log("y")],
    ]
  } _: { log in
    let room = Room()
    let first = Task {
      await room.log(log, "A")
      log("x")
    }
    let second = Task { log("y") }
    await first.value
    log("r")
    await second.value
  },
  OrderProgram("a task that is spawned after a hop") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .log("A"), .hop(.concurrent), .spawn(3), .log("x"), .join(3)],
      [.log("y")],
      [.log("z")],
    ]
  } _: { log in
    let room = Room()
    let first = Task {
      await room.log(log, "A")
      let third = Task { log("z") }
      log("x")
      await third.value
    }
    let second = Task { log("y") }
    await first.value
    await second.value
  },
  OrderProgram("a continuation that is resumed after a hop") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [
        .hop(.actor(0)), .log("A"), .hop(.concurrent), .log("x"), .hop(.actor(1)), .resume("gate"),
        .hop(.concurrent), .log("x'"),
      ],
      [.log("y"), .hop(.actor(1)), .wait("gate"), .hop(.concurrent), .log("y'")],
    ]
  } _: { log in
    let (room, gate) = (Room(), Gate())
    let first = Task {
      await room.log(log, "A")
      log("x")
      await gate.open()
      log("x'")
    }
    let second = Task {
      log("y")
      await gate.wait()
      log("y'")
    }
    await first.value
    await second.value
  },
  OrderProgram("two actors in opposite order") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .log("A1"), .hop(.concurrent), .log("1"), .hop(.actor(1)), .log("B1")],
      [.hop(.actor(1)), .log("B2"), .hop(.concurrent), .log("2"), .hop(.actor(0)), .log("A2")],
    ]
  } _: { log in
    let (a, b) = (Room(), Room())
    await withDiscardingTaskGroup { group in
      group.addTask {
        await a.log(log, "A1")
        log("1")
        await b.log(log, "B1")
      }
      group.addTask {
        await b.log(log, "B2")
        log("2")
        await a.log(log, "A2")
      }
    }
  },
  OrderProgram("two calls in a row") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [
        .log("1"), .hop(.actor(0)), .log("A1"), .hop(.concurrent), .hop(.actor(0)), .log("A1'"),
        .hop(.concurrent), .log("1'"),
      ],
      [.log("2"), .hop(.actor(0)), .log("A2"), .hop(.concurrent), .log("2'")],
    ]
  } _: { log in
    let room = Room()
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("1")
        await room.log(log, "A1")
        await room.log(log, "A1'")
        log("1'")
      }
      group.addTask {
        log("2")
        await room.log(log, "A2")
        log("2'")
      }
    }
  },
  OrderProgram("an async let beside its parent") {
    [
      [.spawn(1), .log("p"), .hop(.actor(0)), .log("P"), .hop(.concurrent), .log("p'"), .join(1)],
      [.log("c"), .hop(.actor(0)), .log("C"), .hop(.concurrent), .log("c'")],
    ]
  } _: { log in
    let room = Room()
    @Sendable func child() async {
      log("c")
      await room.log(log, "C")
      log("c'")
    }
    async let result: Void = child()
    log("p")
    await room.log(log, "P")
    log("p'")
    await result
  },
  OrderProgram("two tasks that wait for a third") {
    [
      [.spawn(1), .spawn(2), .spawn(3), .join(2), .join(3)],
      [.log("a"), .yield, .log("a'")],
      [.join(1), .log("b")],
      [.join(1), .log("c")],
    ]
  } _: { log in
    let first = Task {
      log("a")
      await Task.yield()
      log("a'")
    }
    let second = Task {
      await first.value
      log("b")
    }
    let third = Task {
      await first.value
      log("c")
    }
    await second.value
    await third.value
  },
  OrderProgram("a group whose results are read in the order of completion") {
    [
      [
        .spawn(1), .spawn(2), .join(1), .join(2), .log("end"),
      ],
      [.log("a"), .yield, .log("a'")],
      [.log("b")],
    ]
  } _: { log in
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        log("a")
        await Task.yield()
        log("a'")
      }
      group.addTask { log("b") }
      for await _ in group {}
    }
    log("end")
  },
  OrderProgram("a detached task beside a child") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .hop(.actor(0)), .log("A")],
      [.log("b"), .hop(.actor(0)), .log("B")],
    ]
  } _: { log in
    let room = Room()
    let detached = Task.detached {
      log("a")
      await room.log(log, "A")
    }
    async let child: Void = {
      log("b")
      await room.log(log, "B")
    }()
    await detached.value
    await child
  },
]
