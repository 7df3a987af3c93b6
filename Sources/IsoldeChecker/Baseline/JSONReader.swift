/// Reads JSON and remembers where each value stands, so that mistakes can be pointed at.
struct JSONReader {
  /// Deeper values are refused, so that no input can exhaust the stack.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Reads one value and nothing behind it.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func read(_ bytes: [UInt8]) throws(JSONFailure) -> JSONNode {
    var reader = JSONReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let node = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.failure("expected nothing more") }
    return node
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ reason: String) -> JSONFailure {
    JSONFailure(offset: position, reason: reason)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { position += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = current, UInt32(byte) == scalar.value else { return false }
    position += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONFailure) {
    guard take(scalar) else { throw failure("expected '\(scalar)'") }
  }

  // MARK: - Values

  private mutating func value() throws(JSONFailure) -> JSONNode {
    skipSpace()
    let offset = position
    guard depth < Self.maximumDepth else { throw failure("values are nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    guard let byte = current else { throw failure("expected a value") }
    let value: JSONNode.Value
    switch byte {
    case UInt8(ascii: "{"): value = try object()
    case UInt8(ascii: "["): value = try array()
    case UInt8(ascii: "\""): value = .string(try string())
    case _ where take(word: "true"): value = .boolean(true)
    case _ where take(word: "false"): value = .boolean(false)
    case _ where take(word: "null"): value = .null
    default: value = .number(try number())
    }
    return JSONNode(value: value, offset: offset)
  }

  private mutating func object() throws(JSONFailure) -> JSONNode.Value {
    try expect("{")
    var members: [String: JSONNode] = [:]
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let start = position
      let key = try string()
      guard members[key] == nil else {
        throw JSONFailure(offset: start, reason: "'\(key)' is there twice")
      }
      skipSpace()
      try expect(":")
      members[key] = try value()
      skipSpace()
    } while take(",")
    try expect("}")
    return .object(members)
  }

  private mutating func array() throws(JSONFailure) -> JSONNode.Value {
    try expect("[")
    var items: [JSONNode] = []
    skipSpace()
    if take("]") { return .array(items) }
    repeat {
      items.append(try value())
      skipSpace()
    } while take(",")
    try expect("]")
    return .array(items)
  }

  private mutating func number() throws(JSONFailure) -> Double {
    let start = position
    while let byte = current, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text) else {
      position = start
      throw failure("expected a value")
    }
    return number
  }

  // MARK: - Strings

  private mutating func string() throws(JSONFailure) -> String {
    let start = position
    guard take("\"") else { throw failure("expected a text in double quotes") }
    var units: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: try escape())
      case 0..<0x20:
        position -= 1
        throw failure("expected no control character in a text")
      default: units.append(byte)
      }
    }
    position = start
    throw failure("the text does not end")
  }

  /// What an escape behind its backslash stands for, in UTF-8.
  private mutating func escape() throws(JSONFailure) -> [UInt8] {
    guard let byte = current else { throw failure("expected an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var units = [try hexadecimal()]
      if UTF16.isLeadSurrogate(units[0]), take(word: "\\u") { units.append(try hexadecimal()) }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default:
      position -= 1
      throw failure("expected an escape")
    }
  }

  private mutating func hexadecimal() throws(JSONFailure) -> UInt16 {
    let digits = bytes[position..<min(position + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position += 4
    return unit
  }
}
