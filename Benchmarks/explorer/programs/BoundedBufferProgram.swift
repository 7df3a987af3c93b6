/// Readers and writers of a small buffer wait in one line, and each operation wakes the first.
///
/// It deadlocks when the wake-up meant for the other side goes to one's own side, which finds
/// nothing to do and waits again. Tom Cargill's example, after
/// https://github.com/awslabs/shuttle/blob/main/shuttle/tests/demo/bounded_buffer.rs.
enum BoundedBufferProgram {
  /// The numbers of one variant; `items` pass through the buffer in all.
  struct Size {
    var readers: Int
    var writers: Int
    var capacity: Int
    var items: Int
  }

  static func buggy(_ size: Size) async throws {
    await run(size, hasLinePerSide: false)
  }

  static func fixed(_ size: Size) async throws {
    await run(size, hasLinePerSide: true)
  }

  private static func run(_ size: Size, hasLinePerSide: Bool) async {
    let buffer = Buffer(capacity: size.capacity, hasLinePerSide: hasLinePerSide)
    await withDiscardingTaskGroup { group in
      for _ in 0..<size.readers {
        group.addTask {
          for _ in 0..<size.items / size.readers {
            await buffer.take()
            opaque()
          }
        }
      }
      for _ in 0..<size.writers {
        group.addTask {
          for _ in 0..<size.items / size.writers {
            await buffer.put()
            opaque()
          }
        }
      }
    }
  }

  private actor Buffer {
    private let capacity: Int
    private var items = 0

    /// The index of the readers' line; the writers' one is 0.
    private let readersLine: Int
    private var lines: [[CheckedContinuation<Void, Never>]]

    init(capacity: Int, hasLinePerSide: Bool) {
      self.capacity = capacity
      readersLine = hasLinePerSide ? 1 : 0
      lines = Array(repeating: [], count: readersLine + 1)
    }

    func put() async {
      while items == capacity {
        await withCheckedContinuation { lines[0].append($0) }
      }
      items += 1
      wakeFirst(inLine: readersLine)
    }

    func take() async {
      while items == 0 {
        await withCheckedContinuation { lines[readersLine].append($0) }
      }
      items -= 1
      wakeFirst(inLine: 0)
    }

    private func wakeFirst(inLine line: Int) {
      guard !lines[line].isEmpty else { return }
      lines[line].removeFirst().resume()
    }
  }
}
