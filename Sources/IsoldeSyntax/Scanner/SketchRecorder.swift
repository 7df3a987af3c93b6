/// Notes, while a body is scanned, which names it reads, writes and calls.
///
/// If nothing in the body concerns concurrency it is not parsed, but what it does to the state of
/// its type still matters to the bodies that are. The sketch keeps just that.
struct SketchRecorder {
  /// One use of a name; only names at the root of an access path and members of `self` are kept.
  struct Use {
    enum Kind { case read, write, call, memberCall, resultCall, local }

    var kind: Kind
    /// The name's bytes.
    var start: Int
    var end: Int
    /// For a member call, the bytes of the method's name.
    var member: Range<Int> = 0..<0
    /// For a write, the bytes of its operator; empty for `inout`.
    var assignment: Range<Int> = 0..<0
    /// For a write, the bytes of its value if that is `nil`, `true`, `false`, `[]` or `[:]`.
    var literal: Range<Int> = 0..<0
  }

  private(set) var uses: [Use] = []

  /// An access path that is being read: its root and its last member.
  private struct Path {
    var root: Range<Int>
    var member: Range<Int>?
    var isInout = false
    /// Whether the root is a member of what a call or closure gave.
    var isOnResult = false
  }

  private var path: Path?
  private var suspended: [Path?] = []
  private var previous = Lexer.Token(kind: .end, start: 0, end: 0, byte: 0, followsNewline: true)
  private var isAfterSelf = false
  private var isAfterResult = false
  /// Where a bracket opened that is the value of the last write, while nothing stands in it.
  private var literalStart: Int?

  /// How many uses were noted; `discard(from:)` drops those of a body that is parsed after all.
  var count: Int { uses.count }

  mutating func discard(from count: Int) {
    uses.removeSubrange(count...)
    path = nil
    suspended.removeAll(keepingCapacity: true)
  }

  mutating func record(_ token: Lexer.Token) {
    noteEmptyLiteral(token)
    switch token.kind {
    case .identifier:
      readName(token)
    case .punctuation:
      readPunctuation(token)
    case .operator:
      readOperator(token)
    case .number, .string, .end:
      finishRead()
    }
    previous = token
  }

  private mutating func readName(_ token: Lexer.Token) {
    if previous.byte == UInt8(ascii: "."), previous.kind == .punctuation {
      if isAfterSelf {
        path = Path(root: token.start..<token.end)
        isAfterSelf = false
      } else if path?.isOnResult ?? isAfterResult {
        path = Path(root: token.start..<token.end, isOnResult: true)
      } else if path != nil {
        path?.member = token.start..<token.end
      }
      return
    }
    finishRead()
    if token.word == Self.selfWord {
      isAfterSelf = true
      return
    }
    isAfterSelf = false
    if previous.word == Self.letWord || previous.word == Self.varWord {
      uses.append(Use(kind: .local, start: token.start, end: token.end))
      return
    }
    if Self.literals.contains(token.word) { noteLiteral(token) }
    guard !Self.keywords.contains(token.word) else { return }
    path = Path(root: token.start..<token.end, isInout: previous.byte == UInt8(ascii: "&"))
  }

  private mutating func readPunctuation(_ token: Lexer.Token) {
    switch token.byte {
    case UInt8(ascii: "."):
      if path == nil, previous.word != Self.selfWord { isAfterSelf = false }
      isAfterResult =
        path == nil && (previous.byte == UInt8(ascii: ")") || previous.byte == UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      suspended.append(token.followsNewline ? nil : path)
      path = nil
    case UInt8(ascii: "]"):
      finishRead()
      path = suspended.popLast() ?? nil
    case UInt8(ascii: "("):
      readCall()
    case UInt8(ascii: "{") where !token.followsNewline:
      if let path, path.member == nil, !path.isOnResult, previous.kind == .identifier {
        note(.call, path)
      } else {
        readCall()
      }
      path = nil
    default:
      finishRead()
    }
  }

  private mutating func readCall() {
    guard let path else { return }
    if path.isOnResult {
      note(.resultCall, path)
    } else {
      note(path.member == nil ? .call : .memberCall, path)
    }
    self.path = nil
  }

  /// `x = []` and `x = [:]` empty what is written.
  private mutating func noteEmptyLiteral(_ token: Lexer.Token) {
    switch token.byte {
    case UInt8(ascii: "[") where token.kind == .punctuation:
      let isValue = previous.byte == UInt8(ascii: "=") && previous.end == previous.start + 1
      literalStart = isValue && uses.last?.kind == .write ? token.start : nil
    case UInt8(ascii: ":") where token.kind == .punctuation:
      break
    case UInt8(ascii: "]") where token.kind == .punctuation:
      if let start = literalStart { uses[uses.count - 1].literal = start..<token.end }
      literalStart = nil
    default:
      literalStart = nil
    }
  }

  /// `x = nil` says more than that `x` is written.
  private mutating func noteLiteral(_ token: Lexer.Token) {
    guard previous.byte == UInt8(ascii: "="), previous.end == previous.start + 1,
      let last = uses.indices.last, uses[last].kind == .write
    else { return }
    uses[last].literal = token.start..<token.end
  }

  private mutating func readOperator(_ token: Lexer.Token) {
    let length = token.end - token.start
    if length == 1, token.byte == UInt8(ascii: "?") || token.byte == UInt8(ascii: "!") {
      return
    }
    let isAssignment =
      length == 1 ? token.byte == UInt8(ascii: "=") : token.word == Self.assignmentMark
    if isAssignment, let path, !path.isOnResult {
      note(.write, path)
      uses[uses.count - 1].assignment = token.start..<token.end
      self.path = nil
    } else {
      finishRead()
    }
  }

  private mutating func finishRead() {
    if let path, !path.isOnResult { note(path.isInout ? .write : .read, path) }
    path = nil
  }

  /// Ends a body: what was being read is noted.
  mutating func finish() {
    finishRead()
    suspended.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ kind: Use.Kind, _ path: Path) {
    uses.append(
      Use(
        kind: kind, start: path.root.lowerBound, end: path.root.upperBound,
        member: path.member ?? 0..<0))
  }

  /// The value of `word` in an operator token that assigns.
  static let assignmentMark: UInt64 = 1

  private static let selfWord = Word.hash("self")
  private static let letWord = Word.hash("let")
  private static let varWord = Word.hash("var")
  private static let literals = Word.hashes("nil true false")
  private static let keywords = Word.hashes(
    """
    if else guard let var for in while repeat switch case default return throw try do catch defer \
    break continue fallthrough func where as is nil true false self Self super init some any inout
    """)
}
