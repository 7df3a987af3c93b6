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

  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  var followsNewline = true
  /// Strings whose interpolation is being read: their delimiters and how many parentheses are open.
  var interpolations: [(hashes: Int, isMultiline: Bool, parentheses: Int)] = []
  /// How many interpolations are open around the next token.
  var interpolationDepth: Int { interpolations.count }
  var regexMayStart = true
  var word: UInt64 = 0
  let classes = Lexer.byteClasses
  /// The comments seen so far.
  var comments: [(start: Int, end: Int, startsLine: Bool)] = []
  /// Whether a literal or comment was never closed.
  var isConfused = false

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
  func operatorMark(_ start: Int) -> UInt64 {
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

  mutating func skipTrivia() {
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

  mutating func skipBlockComment() {
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

  func peek(_ distance: Int) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  // MARK: - Words and numbers

  mutating func lexIdentifier() {
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

  mutating func lexNumber() {
    while position < bytes.count {
      let kind = classes[Int(bytes[position])]
      let isFraction =
        bytes[position] == UInt8(ascii: ".") && classes[Int(peek(1))] == .digit
      guard kind == .letter || kind == .digit || isFraction else { break }
      position += 1
    }
    regexMayStart = false
  }

  // MARK: - Operators and punctuation

  mutating func lexOperator() -> Kind {
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
  mutating func skipRegex() -> Bool {
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

  mutating func lexPunctuation(_ byte: UInt8) -> Kind {
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

  enum ByteClass: UInt8 {
    case other, letter, digit, quote, hash, backtick, `operator`
  }

  static let byteClasses: [ByteClass] = (0...255).map { value in
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
