import IsoldeTree

/// Builds a tree with declarations only, straight from tokens.
///
/// It serves files in which nothing concerns concurrency: their types, superclasses, properties and
/// method names are needed to judge other files, their bodies are not.
struct SkeletonScanner {
  var lexer: Lexer
  var token: Lexer.Token
  var builder: TreeBuilder
  let bytes: UnsafeBufferPointer<UInt8>
  /// One entry per open brace: whether it closes a type node.
  var braces: [Bool] = []
  var flags: Node.Flags = []
  var attributes: [Range<Int>] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>, copy: [UInt8]) {
    self.bytes = bytes
    lexer = Lexer(bytes)
    builder = TreeBuilder(bytes: copy)
    token = lexer.next()
  }

  /// Scans a file.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - comments: Its comments.
  ///   - isIncomplete: Whether the file should have been parsed but could not be.
  /// - Returns: A tree without bodies.
  static func scan(
    _ text: SourceText, comments: [Comment], isIncomplete: Bool = false
  ) -> Tree {
    text.bytes.withUnsafeBufferPointer { bytes in
      var scanner = SkeletonScanner(bytes, copy: text.bytes)
      scanner.scanItems()
      return scanner.builder.finish(
        text: text, comments: comments, isSkeleton: true, isIncomplete: isIncomplete)
    }
  }

  mutating func scanItems() {
    while token.kind != .end {
      switch token.kind {
      case .identifier:
        scanWord()
      case .punctuation where token.byte == UInt8(ascii: "@"):
        scanAttribute()
      case .punctuation where token.byte == UInt8(ascii: "{"):
        skipBraces()
      case .punctuation where token.byte == UInt8(ascii: "}"):
        closeBrace()
      case .punctuation where token.byte == UInt8(ascii: "("):
        skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
      default:
        advance()
      }
    }
  }

  mutating func advance() { token = lexer.next() }

  func isPunctuation(_ byte: Character) -> Bool {
    token.kind == .punctuation && token.byte == byte.asciiValue
  }

  // MARK: - Words

  mutating func scanWord() {
    let word = token.word
    if let kind = Self.typeKinds[word] {
      scanType(kind)
    } else if word == Self.varWord || word == Self.letWord {
      scanVariable()
    } else if word == Self.funcWord {
      scanFunction()
    } else if word == Self.importWord {
      scanImport()
    } else if let flag = Self.modifiers[word] {
      flags.formUnion(flag)
      advance()
      if isPunctuation("(") { skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")")) }
    } else {
      resetPrefix()
      advance()
    }
  }

  mutating func scanImport() {
    let start = token.start
    advance()
    // `import struct M.T` names a kind first.
    if Self.typeKinds[token.word] != nil || Self.memberWords.contains(token.word) { advance() }
    guard token.kind == .identifier else { return resetPrefix() }
    let name = scanDottedName()
    builder.open(.importDecl, start..<name.upperBound, name: builder.intern(name))
    emitAttributes()
    builder.close()
  }

  mutating func resetPrefix() {
    flags = []
    attributes.removeAll(keepingCapacity: true)
  }

  mutating func scanAttribute() {
    advance()
    guard token.kind == .identifier else { return }
    attributes.append(token.start..<token.end)
    let end = token.end
    advance()
    if isPunctuation("("), token.start == end {
      skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
    }
  }

  mutating func emitAttributes() {
    for range in attributes {
      builder.leaf(.attribute, range, name: builder.intern(range))
    }
    resetPrefix()
  }

  // MARK: - Word lists

  static let varWord = Word.hash("var")
  static let letWord = Word.hash("let")
  static let funcWord = Word.hash("func")
  static let importWord = Word.hash("import")
  static let whereWord = Word.hash("where")
  static let memberWords = Word.hashes("func var let subscript")
  static let typePrefixes = Word.hashes("any some")
  static let observerWords = Word.hashes("willSet didSet")

  static let typeKinds: [UInt64: Node.Detail] = [
    Word.hash("class"): .classType, Word.hash("struct"): .structType,
    Word.hash("enum"): .enumType, Word.hash("protocol"): .protocolType,
    Word.hash("extension"): .extensionType, Word.hash("actor"): .actorType,
  ]

  static let modifiers: [UInt64: Node.Flags] = [
    Word.hash("static"): .isStatic, Word.hash("private"): .isPrivate,
    Word.hash("fileprivate"): .isFileprivate, Word.hash("public"): .isPublic,
    Word.hash("open"): .isPublic, Word.hash("package"): .isPublic, Word.hash("final"): .isFinal,
    Word.hash("lazy"): .isLazy, Word.hash("weak"): .isWeak, Word.hash("unowned"): .isUnowned,
    Word.hash("override"): .isOverride, Word.hash("mutating"): .isMutating,
    Word.hash("internal"): [], Word.hash("required"): [], Word.hash("convenience"): [],
    Word.hash("indirect"): [], Word.hash("dynamic"): [], Word.hash("nonmutating"): [],
  ]
}
