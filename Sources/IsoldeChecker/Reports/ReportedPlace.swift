import IsoldeTree

/// A range in a file as people, editors and programs count it, with the text of its lines.
public struct ReportedPlace: Sendable, Equatable {
  /// The file, relative to the report's root.
  public var file: String
  /// The bytes, a byte order mark included.
  public var bytes: Range<Int>
  /// The line and column, in UTF-8 bytes, of the first byte; a byte order mark does not count.
  public var start: SourceText.Position
  /// The line and column of the byte after the last one.
  public var end: SourceText.Position
  /// The bytes of the first line, without a byte order mark and a line ending.
  public var firstLine: ArraySlice<UInt8>
  /// The bytes of the last line.
  public var lastLine: ArraySlice<UInt8>

  /// Finds a range in a text.
  ///
  /// - Parameters:
  ///   - range: The bytes; what lies outside the text is cut off.
  ///   - text: The file.
  ///   - file: The file's name.
  /// - Complexity: O(log *n*) in the number of lines; the lines share the text's storage.
  public init(_ range: Range<Int>, in text: SourceText, file: String) {
    let range = range.clamped(to: 0..<text.bytes.count)
    self.file = file
    bytes = range
    start = text.position(at: range.lowerBound)
    end = text.position(at: range.upperBound)
    var first = text.range(ofLine: start.line)
    var last = text.range(ofLine: end.line)
    let mark = text.byteOrderMarkLength
    if mark > 0, start.line == 1 {
      start.column = max(1, start.column - mark)
      first = min(mark, first.upperBound)..<first.upperBound
    }
    if mark > 0, end.line == 1 {
      end.column = max(1, end.column - mark)
      last = min(mark, last.upperBound)..<last.upperBound
    }
    firstLine = text.bytes[first]
    lastLine = text.bytes[last]
  }

  /// The bytes of the first line that belong to the range, counted from the line's start.
  ///
  /// White space at the end of a line that the range continues beyond does not count.
  public var columnsOnFirstLine: Range<Int> {
    let lower = min(start.column - 1, firstLine.count)
    guard end.line > start.line else {
      return lower..<max(lower, min(end.column - 1, firstLine.count))
    }
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let blanks = firstLine.dropFirst(lower).reversed().prefix(while: isBlank).count
    return lower..<firstLine.count - blanks
  }
}

extension SourceText {
  /// How many bytes a byte order mark takes at the start of the text.
  var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
