/// Finds function bodies by following braces from declaration keywords.
struct BodyFinder {
  private(set) var lexer: Lexer
  private(set) var bodies: [SourceOutline.Body] = []
  private(set) var sketch = SketchRecorder()
  private(set) var nesting = NestingGuard()
  private(set) var concernsConcurrency = false
  private(set) var isBalanced = true

  private enum Scope {
    case type
    case body(Int)
    case other
  }

  /// What the next opening brace at the declaration's own level will be.
  private enum Pending { case none, type, function, variable }

  private var scopes: [Scope] = []
  private var pending = Pending.none
  private var parentheses = 0
  private var openBody: Int?
  private var previous = Lexer.Token(
    kind: .end, start: 0, end: 0, byte: 0, followsNewline: true)

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    lexer = Lexer(bytes)
  }

  mutating func run() {
    var token = lexer.next()
    while token.kind != .end {
      switch token.kind {
      case .identifier: readWord(token)
      case .punctuation: readPunctuation(token)
      case .operator: readOperator(token)
      default: break
      }
      if openBody != nil { sketch.record(token) }
      nesting.record(token, interpolations: lexer.interpolationDepth)
      previous = token
      token = lexer.next()
    }
    nesting.finish(at: token.start)
    if !scopes.isEmpty { isBalanced = false }
  }

  private mutating func readWord(_ token: Lexer.Token) {
    if Word.concerns.contains(token.word) {
      concernsConcurrency = true
      if let openBody { bodies[openBody].concernsConcurrency = true }
    }
    if let openBody, previous.end == bodies[openBody].start,
      Self.observerKeywords.contains(token.word)
    {
      bodies[openBody].holdsObservers = true
    }
    guard openBody == nil, parentheses == 0, previous.byte != UInt8(ascii: ".") else { return }
    if Self.functionKeywords.contains(token.word) {
      pending = .function
    } else if Self.variableKeywords.contains(token.word) {
      pending = .variable
    } else if Self.typeKeywords.contains(token.word) {
      // `class func` and `class var` say static; the keyword that follows decides.
      pending = .type
    } else if token.word == Self.caseKeyword || token.word == Self.importKeyword {
      pending = .none
    }
  }

  private mutating func readPunctuation(_ token: Lexer.Token) {
    switch token.byte {
    case UInt8(ascii: "("), UInt8(ascii: "["):
      parentheses += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      parentheses = max(0, parentheses - 1)
    case UInt8(ascii: "{"):
      openBrace(token)
    case UInt8(ascii: "}"):
      closeBrace(token)
    default:
      break
    }
  }

  /// `var x = …`: a brace that follows belongs to a value, not to a computed property.
  private mutating func readOperator(_ token: Lexer.Token) {
    guard token.end == token.start + 1, token.byte == UInt8(ascii: "="), parentheses == 0 else {
      return
    }
    if case .variable = pending { pending = .none }
  }

  private mutating func openBrace(_ token: Lexer.Token) {
    defer { if parentheses == 0 { pending = .none } }
    guard openBody == nil, parentheses == 0 else {
      scopes.append(.other)
      return
    }
    switch pending {
    case .type:
      scopes.append(.type)
    case .function, .variable:
      openBody = bodies.count
      scopes.append(.body(bodies.count))
      bodies.append(
        SourceOutline.Body(
          start: token.end, end: token.end, concernsConcurrency: false,
          sketch: sketch.count..<sketch.count))
    case .none:
      scopes.append(.other)
    }
  }

  private mutating func closeBrace(_ token: Lexer.Token) {
    guard let scope = scopes.popLast() else {
      isBalanced = false
      return
    }
    switch scope {
    case .body(let index):
      bodies[index].end = token.start
      closeSketch(of: index)
      openBody = nil
    case .type, .other:
      break
    }
    if openBody == nil { pending = .none }
  }

  private mutating func closeSketch(of body: Int) {
    sketch.finish()
    let first = bodies[body].sketch.lowerBound
    if bodies[body].canBeBlanked {
      bodies[body].sketch = first..<sketch.count
    } else {
      sketch.discard(from: first)
    }
  }

  private static let functionKeywords = Word.hashes("func init deinit subscript")
  private static let variableKeywords = Word.hashes("var let")
  private static let typeKeywords = Word.hashes("class struct enum actor protocol extension")
  private static let caseKeyword = Word.hash("case")
  private static let importKeyword = Word.hash("import")
  private static let observerKeywords = Word.hashes("willSet didSet")
}
