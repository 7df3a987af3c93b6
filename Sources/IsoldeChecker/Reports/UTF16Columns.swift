import IsoldeTree

/// Turns columns in UTF-8 bytes into columns in UTF-16 code units, which SARIF's readers count.
///
/// It remembers the last answer, so that many findings on one long line cost one pass over it.
struct UTF16Columns {
  private var file = ""
  private var line = 0
  private var offset = 0
  private var units = 0

  /// The 1-based columns in UTF-16 code units at which a place starts and ends.
  mutating func columns(of place: ReportedPlace) -> (start: Int, end: Int) {
    if place.file != file { reset(file: place.file, line: 0) }
    let start = column(of: place.start, in: place.firstLine)
    return (start, column(of: place.end, in: place.lastLine))
  }

  private mutating func column(
    of position: SourceText.Position, in bytes: ArraySlice<UInt8>
  ) -> Int {
    let target = min(max(0, position.column - 1), bytes.count)
    if position.line != line || target < offset { reset(file: file, line: position.line) }
    units += Self.length(of: bytes[bytes.startIndex + offset..<bytes.startIndex + target])
    offset = target
    return units + 1
  }

  private mutating func reset(file: String, line: Int) {
    self.file = file
    self.line = line
    offset = 0
    units = 0
  }

  private static func length(of bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).utf16.count
  }
}
