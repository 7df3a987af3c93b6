import Testing

@testable import IsoldeExplorer

@globalActor actor Studio {
  static let shared = Studio()
}

@Studio func logInStudio(_ log: Log, _ label: String) { log(label) }
@MainActor func logOnMain(_ log: Log, _ label: String) { log(label) }

/// Calls another room from within.
actor Corridor {
  private let room: Room
  private var labels: [String] = []
  init(_ room: Room) { self.room = room }

  func pass(_ log: Log, _ label: String) async {
    note(log, label)
    await room.log(log, label + "R")
    log(label + "'")
  }

  func start(_ log: Log, _ labels: [String]) -> [Task<Void, Never>] {
    labels.map { label in Task { self.note(log, label) } }
  }

  func note(_ log: Log, _ label: String) {
    labels.append(label)
    log(label)
  }
}

/// Calls another one of its kind from within.
actor Crossing {
  private var labels: [String] = []

  func pass(_ log: Log, _ label: String, to other: Crossing) async {
    note(log, label)
    await other.note(log, label + "R")
    log(label + "'")
  }

  func note(_ log: Log, _ label: String) {
    labels.append(label)
    log(label)
  }
}

/// Programs about which executor a job runs on.
let executorPrograms: [OrderProgram] = [
  OrderProgram("two tasks that visit the main actor") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .hop(.main), .log("A"), .hop(.concurrent), .log("a'")],
      [.log("b"), .hop(.main), .log("B"), .hop(.concurrent), .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("a")
        await logOnMain(log, "A")
        log("a'")
      }
      group.addTask {
        log("b")
        await logOnMain(log, "B")
        log("b'")
      }
    }
  },
  OrderProgram("tasks that start on the main actor, made in one place") {
    [
      [.spawn(1, on: .main), .spawn(2, on: .main), .log("r"), .join(1), .join(2)],
      [.log("a")],
      [.log("b")],
    ]
  } _: { log in
    let first = Task { @MainActor in log("a") }
    let second = Task { @MainActor in log("b") }
    log("r")
    await first.value
    await second.value
  },
  OrderProgram("a hop to the main actor beside a task that waits there") {
    [
      [.spawn(1), .spawn(2, on: .main), .join(1), .join(2)],
      [.log("a"), .hop(.main), .log("A")],
      [.log("b")],
    ]
  } _: { log in
    let first = Task {
      log("a")
      await logOnMain(log, "A")
    }
    let second = Task { @MainActor in log("b") }
    await first.value
    await second.value
  },
  OrderProgram("a hop from one actor straight to another") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .log("a"), .hop(.actor(1)), .log("aR"), .hop(.actor(0)), .log("a'")],
      [.log("b"), .hop(.actor(1)), .log("B"), .hop(.concurrent), .log("b'")],
    ]
  } _: { log in
    let room = Room()
    let corridor = Corridor(room)
    await withDiscardingTaskGroup { group in
      group.addTask { await corridor.pass(log, "a") }
      group.addTask {
        log("b")
        await room.log(log, "B")
        log("b'")
      }
    }
  },
  OrderProgram("two tasks through one actor into another") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .log("a"), .hop(.actor(1)), .log("aR"), .hop(.actor(0)), .log("a'")],
      [.hop(.actor(0)), .log("b"), .hop(.actor(1)), .log("bR"), .hop(.actor(0)), .log("b'")],
    ]
  } _: { log in
    let corridor = Corridor(Room())
    await withDiscardingTaskGroup { group in
      group.addTask { await corridor.pass(log, "a") }
      group.addTask { await corridor.pass(log, "b") }
    }
  },
  OrderProgram("two tasks that cross between two actors") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.hop(.actor(0)), .log("a"), .hop(.actor(1)), .log("aR"), .hop(.actor(0)), .log("a'")],
      [.hop(.actor(1)), .log("b"), .hop(.actor(0)), .log("bR"), .hop(.actor(1)), .log("b'")],
    ]
  } _: { log in
    let (left, right) = (Crossing(), Crossing())
    await withDiscardingTaskGroup { group in
      group.addTask { await left.pass(log, "a", to: right) }
      group.addTask { await right.pass(log, "b", to: left) }
    }
  },
  OrderProgram("two ways through the main actor into a room") {
    [
      [.spawn(1, on: .main), .spawn(2, on: .main), .join(1), .join(2)],
      [.log("a"), .hop(.actor(0)), .log("A"), .hop(.main), .log("a'")],
      [.log("b"), .hop(.actor(0)), .log("B"), .hop(.main), .log("b'")],
    ]
  } _: { log in
    let room = Room()
    let first = Task { @MainActor in
      log("a")
      await room.log(log, "A")
      log("a'")
    }
    let second = Task { @MainActor in
      log("b")
      await room.log(log, "B")
      log("b'")
    }
    await first.value
    await second.value
  },
  OrderProgram("tasks that start on an actor, made inside it") {
    [
      [
        .hop(.actor(0)), .spawn(1, on: .actor(0)), .spawn(2, on: .actor(0)), .hop(.concurrent),
        .log("r"), .join(1), .join(2),
      ],
      [.log("a")],
      [.log("b")],
    ]
  } _: { log in
    let corridor = Corridor(Room())
    let tasks = await corridor.start(log, ["a", "b"])
    log("r")
    for task in tasks { await task.value }
  },
  OrderProgram("tasks that start on an actor, beside one that comes to it") {
    [
      [
        .spawn(3), .hop(.actor(0)), .spawn(1, on: .actor(0)), .spawn(2, on: .actor(0)),
        .hop(.concurrent), .log("r"), .join(1), .join(2), .join(3),
      ],
      [.log("a")],
      [.log("b")],
      [.log("c"), .hop(.actor(0)), .log("C"), .hop(.concurrent), .log("c'")],
    ]
  } _: { log in
    let corridor = Corridor(Room())
    let visitor = Task {
      log("c")
      await corridor.note(log, "C")
      log("c'")
    }
    let tasks = await corridor.start(log, ["a", "b"])
    log("r")
    for task in tasks { await task.value }
    await visitor.value
  },
  OrderProgram("a global actor of the program") {
    [
      [.spawn(1), .spawn(2), .join(1), .join(2)],
      [.log("a"), .hop(.actor(0)), .log("A"), .hop(.concurrent), .log("a'")],
      [.log("b"), .hop(.actor(0)), .log("B"), .hop(.concurrent), .log("b'")],
    ]
  } _: { log in
    await withDiscardingTaskGroup { group in
      group.addTask {
        log("a")
        await logInStudio(log, "A")
        log("a'")
      }
      group.addTask {
        log("b")
        await logInStudio(log, "B")
        log("b'")
      }
    }
  },
  OrderProgram("a task that begins at once") {
    [
      [.spawn(2), .log("r"), .immediately(1), .log("r'"), .join(1), .join(2)],
      [.log("i"), .hop(.actor(0)), .log("I"), .hop(.concurrent), .log("i'")],
      [.log("b"), .hop(.actor(0)), .log("B")],
    ]
  } _: { log in
    let room = Room()
    let second = Task {
      log("b")
      await room.log(log, "B")
    }
    log("r")
    let first = Task.immediate {
      log("i")
      await room.log(log, "I")
      log("i'")
    }
    log("r'")
    await first.value
    await second.value
  },
]
