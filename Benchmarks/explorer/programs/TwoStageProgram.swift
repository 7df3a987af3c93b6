/// Writers fill a first stage and then a second one from it; a reader looks at both stages.
///
/// It fails when the reader looks after the first writer's first stage and before any second
/// stage. After `twostage_N` of https://github.com/mc-imperial/sctbench, which has N - 1 writers.
enum TwoStageProgram {
  static func buggy(writers: Int) async throws {
    let first = Cell()
    let second = Cell()
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<writers {
        group.addTask {
          let stored = await first.fill()
          opaque()
          await second.set(stored + 1)
          opaque()
        }
      }
      group.addTask {
        let seenFirst = await first.value
        guard seenFirst != 0 else { return }
        opaque()
        try check(first: seenFirst, second: await second.value)
      }
    }
  }

  static func fixed(writers: Int) async throws {
    let stages = Stages()
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<writers {
        group.addTask { await stages.fill() }
      }
      group.addTask {
        let seen = await stages.both()
        guard seen.first != 0 else { return }
        try check(first: seen.first, second: seen.second)
      }
    }
  }

  private static func check(first: Int, second: Int) throws {
    if second != first + 1 {
      throw YardstickFailure("the first stage is \(first) and the second is \(second)")
    }
  }

  private actor Stages {
    private var first = 0
    private var second = 0

    func fill() {
      first = 1
      second = first + 1
    }

    func both() -> (first: Int, second: Int) { (first, second) }
  }
}

extension Cell {
  /// Stores 1 and returns what is stored.
  fileprivate func fill() -> Int {
    set(1)
    return value
  }
}
