/// Watches how deeply source is nested, so that no input sends the parser into endless work.
///
/// The parser recurses for brackets, generic arguments, prefixes and arrows, and tries nested square
/// brackets as types and as values: each level doubles its work. Code that people write stays far
/// below these limits.
struct NestingGuard {
  /// What is nested more deeply than this in square brackets is blanked.
  private static let squareLimit = 10
  /// Files that are nested more deeply than this in any way are not parsed.
  private static let depthLimit = 200
  /// Prefixes, arrows and generic arguments in one statement.
  private static let runLimit = 150
  private static let elseLimit = 2000

  /// Whether the parser must not see the file.
  private(set) var isTooDeep = false
  /// What stands in square brackets beyond the limit.
  private(set) var squares: [Range<Int>] = []

  private var depth = 0
  private var squareStarts: [Int] = []
  private var conditionals = 0
  private var prefixes = 0
  private var arrows = 0
  private var angles = 0
  private var elses = 0
  private var previous = Lexer.Token(kind: .end, start: 0, end: 0, byte: 0, followsNewline: true)

  mutating func record(_ token: Lexer.Token, interpolations: Int) {
    switch token.kind {
    case .punctuation: recordPunctuation(token)
    case .operator: recordOperator(token)
    case .identifier: recordWord(token)
    case .number, .string, .end: prefixes = 0
    }
    if depth + interpolations > Self.depthLimit || conditionals > Self.depthLimit
      || prefixes > Self.runLimit || arrows > Self.runLimit || angles > Self.runLimit
      || elses > Self.elseLimit
    {
      isTooDeep = true
    }
    previous = token
  }

  private mutating func recordPunctuation(_ token: Lexer.Token) {
    switch token.byte {
    case UInt8(ascii: "["):
      depth += 1
      squareStarts.append(token.end)
    case UInt8(ascii: "]"):
      depth = max(0, depth - 1)
      guard let start = squareStarts.popLast() else { break }
      // The outermost bracket beyond the limit takes in all that are inside it.
      if squareStarts.count == Self.squareLimit, start < token.start {
        squares.append(start..<token.start)
      }
    case UInt8(ascii: "("):
      depth += 1
    case UInt8(ascii: "{"):
      depth += 1
      startStatement()
    case UInt8(ascii: ")"):
      depth = max(0, depth - 1)
    case UInt8(ascii: "}"):
      depth = max(0, depth - 1)
      startStatement()
    default:
      break
    }
    prefixes = 0
  }

  private mutating func startStatement() {
    (arrows, angles) = (0, 0)
  }

  private mutating func recordOperator(_ token: Lexer.Token) {
    let isArrow = token.byte == UInt8(ascii: "-") && token.end - token.start == 2
    if isArrow { arrows += 1 }
    if token.byte == UInt8(ascii: "<"), previous.kind == .identifier, previous.end == token.start {
      angles += 1
    } else if token.byte == UInt8(ascii: ">") {
      angles = max(0, angles - (token.end - token.start))
    }
    prefixes += token.end - token.start
  }

  private mutating func recordWord(_ token: Lexer.Token) {
    if Self.prefixWords.contains(token.word) { prefixes += 1 } else { prefixes = 0 }
    if token.followsNewline, depth == 0 { startStatement() }
    if previous.byte == UInt8(ascii: "#") {
      if token.word == Self.ifWord { conditionals += 1 }
      if token.word == Self.endifWord { conditionals = max(0, conditionals - 1) }
    } else if token.word == Self.ifWord {
      elses = previous.word == Self.elseWord ? elses + 1 : 0
    }
  }

  /// Closes what the end of the file leaves open.
  mutating func finish(at end: Int) {
    if squareStarts.count > Self.squareLimit {
      squares.append(squareStarts[Self.squareLimit]..<end)
    }
  }

  private static let prefixWords = Word.hashes("try await some any inout repeat each borrowing")
  private static let ifWord = Word.hash("if")
  private static let elseWord = Word.hash("else")
  private static let endifWord = Word.hash("endif")
}
