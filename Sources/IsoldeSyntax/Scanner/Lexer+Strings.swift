extension Lexer {
  mutating func lexHash() -> Kind {
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch peek(hashes) {
    case UInt8(ascii: "\""):
      position += hashes
      lexString(hashes: hashes)
      return .string
    case UInt8(ascii: "/"):
      position += hashes + 1
      skipExtendedRegex(hashes: hashes)
      return .string
    default:
      position += 1
      return .punctuation
    }
  }

  mutating func skipExtendedRegex(hashes: Int) {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "/"), hasHashes(hashes, at: position + 1) {
        position += hashes + 1
        regexMayStart = false
        return
      }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = bytes.count
    isConfused = true
  }

  mutating func lexString(hashes: Int) {
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    // `""` is an empty string, `"""` opens a multi-line one unless raw delimiters say otherwise.
    position += isMultiline ? 3 : 1
    continueString(hashes: hashes, isMultiline: isMultiline)
  }

  /// Reads on in a string until it ends or an interpolation starts.
  mutating func continueString(hashes: Int, isMultiline: Bool) {
    regexMayStart = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: position + 1) {
        position += 1 + hashes
        if peek(0) == UInt8(ascii: "(") {
          position += 1
          interpolations.append((hashes, isMultiline, 0))
          regexMayStart = true
          return
        }
        position = min(position + 1, bytes.count)
      } else if byte == UInt8(ascii: "\"") {
        let quotes = isMultiline ? 3 : 1
        let closes =
          !isMultiline || (peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\""))
        if closes, hasHashes(hashes, at: position + quotes) {
          position += quotes + hashes
          return
        }
        position += 1
      } else if byte == UInt8(ascii: "\n"), !isMultiline {
        isConfused = true
        return
      } else {
        position += 1
      }
    }
    isConfused = true
  }

  func hasHashes(_ count: Int, at start: Int) -> Bool {
    guard start + count <= bytes.count else { return false }
    for index in start..<start + count where bytes[index] != UInt8(ascii: "#") { return false }
    return true
  }
}
