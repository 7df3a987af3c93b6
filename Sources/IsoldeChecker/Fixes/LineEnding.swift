import IsoldeTree

/// How lines end in a file.
enum LineEnding {
  case lineFeed
  case carriageReturnLineFeed

  /// The ending that most lines of a text have.
  init(of text: SourceText) {
    var both = 0
    for start in text.lineStarts.dropFirst() {
      let end = Int(start) - 2
      if end >= 0, text.bytes[end] == UInt8(ascii: "\r") { both += 1 }
    }
    self = both * 2 > text.lineStarts.count - 1 ? .carriageReturnLineFeed : .lineFeed
  }

  /// The bytes at a line's end.
  var bytes: [UInt8] {
    switch self {
    case .lineFeed: [UInt8(ascii: "\n")]
    case .carriageReturnLineFeed: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }
  }

  /// The bytes of a text whose lines end this way.
  func adopted(by text: String) -> [UInt8] {
    var adopted: [UInt8] = []
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "\n") else {
        adopted.append(byte)
        continue
      }
      if adopted.last == UInt8(ascii: "\r") { adopted.removeLast() }
      adopted += bytes
    }
    return adopted
  }
}
