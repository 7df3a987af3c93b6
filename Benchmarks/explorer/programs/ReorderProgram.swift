/// Setters write 1 to one actor and then -1 to another; a checker reads both in that order.
///
/// It fails when the checker sees one of the two writes only. After `reorder_N` of
/// https://github.com/mc-imperial/sctbench, which has N - 1 setters.
enum ReorderProgram {
  static func buggy(setters: Int) async throws {
    let first = Cell()
    let second = Cell()
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<setters {
        group.addTask {
          await first.set(1)
          opaque()
          await second.set(-1)
          opaque()
        }
      }
      group.addTask {
        let seenFirst = await first.value
        opaque()
        let seenSecond = await second.value
        try check(Pair(first: seenFirst, second: seenSecond))
      }
    }
  }

  static func fixed(setters: Int) async throws {
    let both = PairCell()
    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<setters {
        group.addTask { await both.set(Pair(first: 1, second: -1)) }
      }
      group.addTask { try check(await both.pair) }
    }
  }

  private static func check(_ seen: Pair) throws {
    if seen != Pair(first: 0, second: 0) && seen != Pair(first: 1, second: -1) {
      throw YardstickFailure("the checker saw \(seen.first) and \(seen.second)")
    }
  }

  private struct Pair: Equatable {
    var first = 0
    var second = 0
  }

  private actor PairCell {
    private(set) var pair = Pair()

    func set(_ newPair: Pair) {
      pair = newPair
    }
  }
}
