import IsoldeTree

/// Builds a tree with declarations only, straight from tokens.
///
/// It serves files in which nothing concerns concurrency: their types, superclasses, properties and
/// method names are needed to judge other files, their bodies are not.
struct SkeletonScanner {
  private var lexer: Lexer
  private var token: Lexer.Token
  private var builder: TreeBuilder
  private let bytes: UnsafeBufferPointer<UInt8>
  /// One entry per open brace: whether it closes a type node.
  private var braces: [Bool] = []
  private var flags: Node.Flags = []
  private var attributes: [Range<Int>] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>, copy: [UInt8]) {
    self.bytes = bytes
    lexer = Lexer(bytes)
    builder = TreeBuilder(bytes: copy)
    token = lexer.next()
  }

  /// Scans a file.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func scan(_ text: SourceText, comments: [Comment]) -> Tree {
    text.bytes.withUnsafeBufferPointer { bytes in
      var scanner = SkeletonScanner(bytes, copy: text.bytes)
      scanner.scanItems()
      return scanner.builder.finish(text: text, comments: comments, isSkeleton: true)
    }
  }

  private mutating func scanItems() {
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

  private mutating func advance() { token = lexer.next() }

  private func isPunctuation(_ byte: Character) -> Bool {
    token.kind == .punctuation && token.byte == byte.asciiValue
  }

  // MARK: - Words

  private mutating func scanWord() {
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

  private mutating func scanImport() {
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

  private mutating func resetPrefix() {
    flags = []
    attributes.removeAll(keepingCapacity: true)
  }

  private mutating func scanAttribute() {
    advance()
    guard token.kind == .identifier else { return }
    attributes.append(token.start..<token.end)
    let end = token.end
    advance()
    if isPunctuation("("), token.start == end {
      skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
    }
  }

  private mutating func emitAttributes() {
    for range in attributes {
      builder.leaf(.attribute, range, name: builder.intern(range))
    }
    resetPrefix()
  }

  // MARK: - Declarations

  private mutating func scanType(_ kind: Node.Detail) {
    let start = token.start
    advance()
    guard token.kind == .identifier else {
      flags.formUnion(.isStatic)
      return
    }
    if kind == .classType, Self.memberWords.contains(token.word) {
      flags.formUnion(.isStatic)
      return
    }
    let name = scanDottedName()
    if isOperator("<") { skipGenerics() }
    builder.open(
      .typeDecl, start..<token.end, detail: kind, flags: flags, name: builder.intern(name))
    emitAttributes()
    if isPunctuation(":") {
      advance()
      scanInheritedTypes()
    }
    while token.kind != .end, !isPunctuation("{"), !isPunctuation("}") { advance() }
    if isPunctuation("{") {
      braces.append(true)
      advance()
    } else {
      builder.close()
    }
  }

  private mutating func scanInheritedTypes() {
    while token.kind != .end, !isPunctuation("{"), token.word != Self.whereWord {
      if isPunctuation("@") {
        advance()
        if token.kind == .identifier { advance() }
      } else if token.kind == .identifier {
        let start = token.start
        let name = scanDottedName()
        if isOperator("<") { skipGenerics() }
        builder.leaf(.typeRef, start..<token.start, name: builder.intern(name))
      } else {
        advance()
      }
    }
  }

  private mutating func scanVariable() {
    let start = token.start
    if token.word == Self.letWord { flags.formUnion(.isLet) }
    advance()
    guard token.kind == .identifier else { return resetPrefix() }
    let name = token.start..<token.end
    builder.open(.varDecl, start..<token.end, flags: flags)
    let bindingFlags = flags
    emitAttributes()
    builder.open(.binding, name, flags: bindingFlags)
    builder.leaf(.bindPattern, name, flags: bindingFlags, name: builder.intern(name))
    advance()
    if isPunctuation(":") {
      advance()
      scanType()
    }
    if isOperator("=") { scanInitialValue() }
    if isPunctuation("{") {
      scanObserversOrGetter()
    }
    builder.close()
    builder.close()
  }

  /// The declared type of a property: its base name, and whether it is optional.
  private mutating func scanType() {
    while token.kind == .punctuation, "([@".utf8.contains(token.byte) {
      // Arrays, tuples and functions have no base name that other files could need.
      if isPunctuation("@") {
        advance()
        if token.kind == .identifier { advance() }
      } else if isPunctuation("[") {
        return skipBalanced(UInt8(ascii: "["), UInt8(ascii: "]"))
      } else {
        return skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
      }
    }
    while Self.typePrefixes.contains(token.word) { advance() }
    guard token.kind == .identifier else { return }
    let start = token.start
    let name = scanDottedName()
    if isOperator("<") { skipGenerics() }
    let isOptional = token.kind == .operator && token.byte == UInt8(ascii: "?")
    builder.leaf(
      .typeRef, start..<token.start, flags: isOptional ? .isOptional : [],
      name: builder.intern(name))
    if token.kind == .operator, token.byte == UInt8(ascii: "?") || token.byte == UInt8(ascii: "!") {
      advance()
    }
  }

  /// `= Name(` tells the type of a property without an annotation.
  private mutating func scanInitialValue() {
    advance()
    guard token.kind == .identifier else { return }
    let start = token.start
    let name = scanDottedName()
    guard isPunctuation("(") else { return }
    let id = builder.intern(name)
    builder.open(.call, start..<token.end, name: id)
    builder.leaf(.identifier, start..<token.start, name: id)
    builder.close()
    skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
  }

  private mutating func scanObserversOrGetter() {
    let start = token.start
    advance()
    let observes = Self.observerWords.contains(token.word)
    builder.leaf(.accessor, start..<token.start, detail: observes ? .didSet : .getter)
    skipToClosingBrace()
  }

  private mutating func scanFunction() {
    let start = token.start
    advance()
    let name = token.start..<token.end
    advance()
    if isOperator("<") { skipGenerics() }
    builder.open(.funcDecl, start..<name.upperBound, flags: flags, name: builder.intern(name))
    emitAttributes()
    if isPunctuation("(") { scanParameters() }
    builder.close()
  }

  private mutating func scanParameters() {
    advance()
    while token.kind != .end, !isPunctuation(")") {
      if token.kind == .identifier {
        let label = token.start..<token.end
        var inner = label
        advance()
        if token.kind == .identifier {
          inner = token.start..<token.end
          advance()
        }
        builder.leaf(
          .param, label.lowerBound..<inner.upperBound, name: builder.intern(inner),
          label: bytes[label.lowerBound] == UInt8(ascii: "_") && label.count == 1
            ? 0 : builder.intern(label))
        skipParameterType()
      } else {
        advance()
      }
    }
    if isPunctuation(")") { advance() }
  }

  private mutating func skipParameterType() {
    while token.kind != .end, !isPunctuation(","), !isPunctuation(")") {
      if isPunctuation("(") {
        skipBalanced(UInt8(ascii: "("), UInt8(ascii: ")"))
      } else if isPunctuation("[") {
        skipBalanced(UInt8(ascii: "["), UInt8(ascii: "]"))
      } else if isPunctuation("{") {
        skipBraces()
      } else if isOperator("<") {
        skipGenerics()
      } else {
        advance()
      }
    }
    if isPunctuation(",") { advance() }
  }

  // MARK: - Skipping

  private func isOperator(_ character: Character) -> Bool {
    token.kind == .operator && token.byte == character.asciiValue
  }

  /// Reads `A.B.C` and returns its bytes.
  private mutating func scanDottedName() -> Range<Int> {
    var range = token.start..<token.end
    advance()
    while isPunctuation("."), token.start == range.upperBound {
      advance()
      guard token.kind == .identifier else { break }
      range = range.lowerBound..<token.end
      advance()
    }
    return range
  }

  private mutating func skipGenerics() {
    var depth = 0
    repeat {
      if token.kind == .operator {
        for index in token.start..<token.end {
          if bytes[index] == UInt8(ascii: "<") { depth += 1 }
          if bytes[index] == UInt8(ascii: ">"),
            index == token.start || bytes[index - 1] != UInt8(ascii: "-")
          {
            depth -= 1
          }
        }
      } else if isPunctuation("{") || isPunctuation("}") {
        return
      }
      advance()
    } while depth > 0 && token.kind != .end
  }

  private mutating func skipBalanced(_ opening: UInt8, _ closing: UInt8) {
    var depth = 0
    repeat {
      if token.kind == .punctuation {
        if token.byte == opening { depth += 1 }
        if token.byte == closing { depth -= 1 }
      }
      advance()
    } while depth > 0 && token.kind != .end
  }

  private mutating func skipBraces() {
    advance()
    skipToClosingBrace()
  }

  private mutating func skipToClosingBrace() {
    var depth = 1
    while depth > 0, token.kind != .end {
      if isPunctuation("{") { depth += 1 }
      if isPunctuation("}") { depth -= 1 }
      advance()
    }
  }

  private mutating func closeBrace() {
    if braces.popLast() == true { builder.close() }
    resetPrefix()
    advance()
  }

  // MARK: - Words

  private static let varWord = Word.hash("var")
  private static let letWord = Word.hash("let")
  private static let funcWord = Word.hash("func")
  private static let importWord = Word.hash("import")
  private static let whereWord = Word.hash("where")
  private static let memberWords = Word.hashes("func var let subscript")
  private static let typePrefixes = Word.hashes("any some")
  private static let observerWords = Word.hashes("willSet didSet")

  private static let typeKinds: [UInt64: Node.Detail] = [
    Word.hash("class"): .classType, Word.hash("struct"): .structType,
    Word.hash("enum"): .enumType, Word.hash("protocol"): .protocolType,
    Word.hash("extension"): .extensionType, Word.hash("actor"): .actorType,
  ]

  private static let modifiers: [UInt64: Node.Flags] = [
    Word.hash("static"): .isStatic, Word.hash("private"): .isPrivate,
    Word.hash("fileprivate"): .isFileprivate, Word.hash("public"): .isPublic,
    Word.hash("open"): .isPublic, Word.hash("package"): .isPublic, Word.hash("final"): .isFinal,
    Word.hash("lazy"): .isLazy, Word.hash("weak"): .isWeak, Word.hash("unowned"): .isUnowned,
    Word.hash("override"): .isOverride, Word.hash("mutating"): .isMutating,
    Word.hash("internal"): [], Word.hash("required"): [], Word.hash("convenience"): [],
    Word.hash("indirect"): [], Word.hash("dynamic"): [], Word.hash("nonmutating"): [],
  ]
}
