/// Splits Swift source into tokens, an order of magnitude faster than a parser, without judging it.
///
/// It knows just enough (nested comments, raw and multi-line strings, interpolation, regular
/// expressions) never to take the inside of a literal for code. On broken input it still ends.
struct Lexer {
  /// What a token is.
  enum Kind: UInt8 {
    case identifier, number, string, punctuation, `operator`, end
  }

  /// One token: a kind and a byte range; for punctuation also the byte itself.
  struct Token {
    var kind: Kind
    var start: Int
    var end: Int
    var byte: UInt8
    var followsNewline: Bool
    /// The hash of an identifier's bytes; see `Word`.
    var word: UInt64 = 0
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private var followsNewline = true
  /// Strings whose interpolation is being read: their delimiters and how many parentheses are open.
  private var interpolations: [(hashes: Int, isMultiline: Bool, parentheses: Int)] = []
  private var regexMayStart = true
  private var word: UInt64 = 0
  private let classes = Lexer.byteClasses
  /// The comments seen so far.
  private(set) var comments: [(start: Int, end: Int, startsLine: Bool)] = []
  /// Whether a literal or comment was never closed.
  private(set) var isConfused = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> Token {
    skipTrivia()
    let start = position
    let newline = followsNewline
    followsNewline = false
    guard start < bytes.count else {
      if !interpolations.isEmpty { isConfused = true }
      return Token(kind: .end, start: start, end: start, byte: 0, followsNewline: true)
    }
    let byte = bytes[start]
    let kind: Kind
    switch classes[Int(byte)] {
    case .letter:
      lexIdentifier()
      kind = .identifier
    case .digit:
      lexNumber()
      kind = .number
    case .quote:
      lexString(hashes: 0)
      kind = .string
    case .hash:
      kind = lexHash()
    case .backtick:
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "`"),
        bytes[position] != UInt8(ascii: "\n")
      { position += 1 }
      position = min(position + 1, bytes.count)
      word = 0
      kind = .identifier
    case .operator:
      kind = lexOperator()
    default:
      kind = lexPunctuation(byte)
    }
    return Token(
      kind: kind, start: start, end: position, byte: byte, followsNewline: newline,
      word: kind == .identifier ? word : kind == .operator ? operatorMark(start) : 0)
  }

  /// Marks an operator that assigns, such as `+=`: it ends in `=` and does not compare.
  private func operatorMark(_ start: Int) -> UInt64 {
    guard position - start > 1, bytes[position - 1] == UInt8(ascii: "=") else { return 0 }
    switch bytes[start] {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      // `<<=` and `>>=` assign, `<=`, `==`, `!=` and their longer forms compare.
      return position - start == 3 && bytes[start] == bytes[start + 1]
        && bytes[start] != UInt8(ascii: "=") ? SketchRecorder.assignmentMark : 0
    default:
      return SketchRecorder.assignmentMark
    }
  }

  // MARK: - Trivia

  private mutating func skipTrivia() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        followsNewline = true
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C:
        position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        comments.append((start, position, followsNewline))
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        skipBlockComment()
      default:
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 0
    repeat {
      if bytes[position] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    position = min(position, bytes.count)
    if depth > 0 { isConfused = true }
    comments.append((start, position, followsNewline))
  }

  private func peek(_ distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  // MARK: - Words and numbers

  private mutating func lexIdentifier() {
    var hash = Word.seed
    while position < bytes.count {
      let byte = bytes[position]
      let kind = classes[Int(byte)]
      guard kind == .letter || kind == .digit else { break }
      hash = Word.combine(hash, byte)
      position += 1
    }
    word = hash
    regexMayStart = Word.precedesExpression.contains(hash)
  }

  private mutating func lexNumber() {
    while position < bytes.count {
      let kind = classes[Int(bytes[position])]
      let isFraction =
        bytes[position] == UInt8(ascii: ".") && classes[Int(peek(1))] == .digit
      guard kind == .letter || kind == .digit || isFraction else { break }
      position += 1
    }
    regexMayStart = false
  }

  // MARK: - Strings

  private mutating func lexHash() -> Kind {
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

  private mutating func skipExtendedRegex(hashes: Int) {
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

  private mutating func lexString(hashes: Int) {
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    // `""` is an empty string, `"""` opens a multi-line one unless raw delimiters say otherwise.
    position += isMultiline ? 3 : 1
    continueString(hashes: hashes, isMultiline: isMultiline)
  }

  /// Reads on in a string until it ends or an interpolation starts.
  private mutating func continueString(hashes: Int, isMultiline: Bool) {
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

  private func hasHashes(_ count: Int, at start: Int) -> Bool {
    guard start + count <= bytes.count else { return false }
    for index in start..<start + count where bytes[index] != UInt8(ascii: "#") { return false }
    return true
  }

  // MARK: - Operators and punctuation

  private mutating func lexOperator() -> Kind {
    if bytes[position] == UInt8(ascii: "/"), regexMayStart, skipRegex() { return .string }
    while position < bytes.count, classes[Int(bytes[position])] == .operator {
      if bytes[position] == UInt8(ascii: "/"),
        peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*")
      {
        break
      }
      position += 1
    }
    regexMayStart = true
    return .operator
  }

  /// Skips `/…/` if it closes on its line as Swift wants it; otherwise the slash is an operator.
  private mutating func skipRegex() -> Bool {
    var index = position + 1
    guard index < bytes.count, bytes[index] != UInt8(ascii: " "), bytes[index] != UInt8(ascii: "\t")
    else { return false }
    var isInClass = false
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        guard bytes[index - 1] != UInt8(ascii: " ") else { return false }
        position = index + 1
        regexMayStart = false
        return true
      default: break
      }
      index += 1
    }
    return false
  }

  private mutating func lexPunctuation(_ byte: UInt8) -> Kind {
    position += 1
    regexMayStart =
      byte != UInt8(ascii: ")") && byte != UInt8(ascii: "]")
      && byte != UInt8(ascii: "}")
    guard !interpolations.isEmpty else { return .punctuation }
    if byte == UInt8(ascii: "(") {
      interpolations[interpolations.count - 1].parentheses += 1
    } else if byte == UInt8(ascii: ")") {
      let current = interpolations[interpolations.count - 1]
      if current.parentheses > 0 {
        interpolations[interpolations.count - 1].parentheses -= 1
      } else {
        interpolations.removeLast()
        continueString(hashes: current.hashes, isMultiline: current.isMultiline)
        return .string
      }
    }
    return .punctuation
  }

  // MARK: - Byte classes

  private enum ByteClass: UInt8 {
    case other, letter, digit, quote, hash, backtick, `operator`
  }

  private static let byteClasses: [ByteClass] = (0...255).map { value in
    switch UInt8(value) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "\""): .quote
    case UInt8(ascii: "#"): .hash
    case UInt8(ascii: "`"): .backtick
    case let byte where "/=-+!*%<>&|^~?".utf8.contains(byte): .operator
    default: .other
    }
  }
}
