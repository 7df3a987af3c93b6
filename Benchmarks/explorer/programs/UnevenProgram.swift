/// A task with a single call and a task with many calls write to the same place.
///
/// It fails when the single call comes after all the others, which a random walk practically
/// never chooses. After
/// https://github.com/awslabs/shuttle/blob/main/shuttle/tests/demo/surw.rs.
enum UnevenProgram {
  static func buggy(longCalls: Int) async throws {
    let cell = Cell(1)
    await withDiscardingTaskGroup { group in
      group.addTask { await cell.set(0) }
      group.addTask {
        for _ in 0..<longCalls {
          await cell.set(1)
          opaque()
        }
      }
    }
    try check(await cell.value)
  }

  static func fixed(longCalls: Int) async throws {
    let cell = VersionedCell()
    await withDiscardingTaskGroup { group in
      group.addTask { await cell.set(0, version: 0) }
      group.addTask {
        for version in 1...longCalls {
          await cell.set(1, version: version)
          opaque()
        }
      }
    }
    try check(await cell.value)
  }

  private static func check(_ value: Int) throws {
    if value == 0 {
      throw YardstickFailure("the single write overwrote all the others")
    }
  }

  /// Keeps the write with the highest version, whatever the order of arrival.
  private actor VersionedCell {
    private(set) var value = 1
    private var version = 0

    func set(_ newValue: Int, version newVersion: Int) {
      guard newVersion >= version else { return }
      value = newValue
      version = newVersion
    }
  }
}
