/// A reader asks for the length of a text and copies that many characters in a second call.
///
/// It fails when the text is erased between the two calls and not yet appended again. After
/// `stringbuffer-jdk1.4` of https://github.com/mc-imperial/sctbench.
enum StringBufferProgram {
  static func buggy() async throws {
    try await run { buffer in
      let length = await buffer.length()
      opaque()
      guard await buffer.prefix(length) != nil else {
        throw YardstickFailure("\(length) characters are no longer there")
      }
    }
  }

  static func fixed() async throws {
    try await run { buffer in
      let copy = await buffer.copy()
      guard copy.isEmpty || copy == "abc" else {
        throw YardstickFailure("the copy is '\(copy)'")
      }
    }
  }

  private static func run(
    reader: @escaping @Sendable (TextBuffer) async throws -> Void
  ) async throws {
    let buffer = TextBuffer("abc")
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await reader(buffer) }
      group.addTask {
        await buffer.eraseFirst(3)
        opaque()
        await buffer.append("abc")
      }
    }
  }

  private actor TextBuffer {
    private var text: String

    init(_ text: String) {
      self.text = text
    }

    func length() -> Int { text.count }

    /// Returns the first `length` characters, or `nil` if there are fewer.
    func prefix(_ length: Int) -> String? {
      length <= text.count ? String(text.prefix(length)) : nil
    }

    func copy() -> String { text }

    func eraseFirst(_ count: Int) {
      text.removeFirst(min(count, text.count))
    }

    func append(_ suffix: String) {
      text += suffix
    }
  }
}
