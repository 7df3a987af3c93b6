/// Reads old-style property lists: `{ key = value; }`, `( a, b )`, `"text"`, `word`, `<data>`.
///
/// It forgives a missing semicolon or comma and a comma too many. Every read is checked against the
/// end, and nesting has a limit.
struct PropertyListParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private static let maximumDepth = 64

  /// Reads a property list.
  ///
  /// - Parameter bytes: The file.
  /// - Returns: The value at the top.
  /// - Throws: An error with the line at which the file stops making sense.
  /// - Complexity: O(*n*) in the number of bytes.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    var parser = PropertyListParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error("unexpected text at the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ message: String) -> PropertyListError {
    let end = min(position, bytes.count)
    let line = 1 + bytes[..<end].count { $0 == UInt8(ascii: "\n") }
    return PropertyListError(line: line, message: message)
  }

  // MARK: - Values

  private mutating func value() throws(PropertyListError) -> PropertyList {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw error("nested too deeply") }
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try dictionary()
    case UInt8(ascii: "("): return try array()
    case nil: throw error("unexpected end of file")
    default: return .string(try string())
    }
  }

  private mutating func dictionary() throws(PropertyListError) -> PropertyList {
    position += 1
    var entries: [String: PropertyList] = [:]
    while true {
      skipSpace()
      if take(UInt8(ascii: "}")) { return .dictionary(entries) }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: "=")) else { throw error("expected '=' after a key") }
      entries[key] = try value()
      skipSpace()
      _ = take(UInt8(ascii: ";"))
    }
  }

  private mutating func array() throws(PropertyListError) -> PropertyList {
    position += 1
    var elements: [PropertyList] = []
    while true {
      skipSpace()
      if take(UInt8(ascii: ")")) { return .array(elements) }
      elements.append(try value())
      skipSpace()
      _ = take(UInt8(ascii: ","))
    }
  }

  // MARK: - Text

  private mutating func string() throws(PropertyListError) -> String {
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted()
    case UInt8(ascii: "<"): return try data()
    default:
      let start = position
      while let byte = current, !Self.endsWord(byte) { position += 1 }
      guard position > start else {
        throw error(current == nil ? "unexpected end of file" : "unexpected character")
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...32, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""):
      true
    default: false
    }
  }

  private mutating func quoted() throws(PropertyListError) -> String {
    let quote = bytes[position]
    position += 1
    let start = position
    var text: [UInt8] = []
    var isPlain = true
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count {
        if isPlain {
          text = Array(bytes[start..<position])
          isPlain = false
        }
        position += 1
        escape(into: &text)
      } else {
        if !isPlain { text.append(byte) }
        position += 1
      }
    }
    guard current != nil else { throw error("a quote is not closed") }
    let end = position
    position += 1
    return isPlain
      ? String(decoding: bytes[start..<end], as: UTF8.self) : String(decoding: text, as: UTF8.self)
  }

  /// What stands behind a backslash.
  private mutating func escape(into text: inout [UInt8]) {
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      let digits = bytes[position...].prefix(4)
      guard digits.count == 4,
        let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return }
      position += 4
      let scalar = Unicode.Scalar(code) ?? Unicode.Scalar(UInt8(ascii: "?"))
      text += Array(String(Character(scalar)).utf8)
    default: text.append(byte)
    }
  }

  private mutating func data() throws(PropertyListError) -> String {
    let start = position
    position += 1
    while let byte = current, byte != UInt8(ascii: ">") {
      guard byte <= 32 || Character(Unicode.Scalar(byte)).isHexDigit else {
        throw error("unexpected character in data")
      }
      position += 1
    }
    guard take(UInt8(ascii: ">")) else { throw error("data is not closed") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: - Space

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = current {
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if byte <= 32 {
        position += 1
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        position += 2
        while position + 1 < bytes.count,
          bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
        { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }
}
