/// The bytes of one source file, with its line table.
public struct SourceText: Sendable {
  /// The file's bytes exactly as they were read.
  public let bytes: [UInt8]

  /// The byte offset at which each line starts; never empty.
  public let lineStarts: [UInt32]

  /// Creates a text and finds its lines.
  ///
  /// - Parameter bytes: The file's content, at most 4 GiB.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    starts.reserveCapacity(bytes.count / 32 + 1)
    bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices where buffer[index] == UInt8(ascii: "\n") {
        starts.append(UInt32(truncatingIfNeeded: index + 1))
      }
    }
    self.bytes = bytes
    self.lineStarts = starts
  }

  /// Creates a text from a string.
  public init(_ string: String) {
    self.init(bytes: Array(string.utf8))
  }

  /// The number of lines; a final line feed does not open another one.
  public var lineCount: Int {
    lineStarts.last.map(Int.init) == bytes.count && lineStarts.count > 1
      ? lineStarts.count - 1 : lineStarts.count
  }

  /// The 1-based line that contains a byte offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  public func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The 1-based line and the 1-based column, in UTF-8 bytes, of a byte offset.
  public func position(at offset: Int) -> Position {
    let line = line(at: offset)
    return Position(line: line, column: offset - Int(lineStarts[line - 1]) + 1)
  }

  /// The byte range of a 1-based line, without its line ending.
  public func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[line - 1])
    var end = line < lineStarts.count ? Int(lineStarts[line]) - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// The text of a byte range, with invalid UTF-8 replaced.
  public subscript(range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// A place in a file as people and editors count it.
  public struct Position: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in UTF-8 bytes, from 1.
    public var column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}
