import IsoldeTree

extension SkeletonScanner {
  mutating func scanType(_ kind: Node.Detail) {
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

  mutating func scanInheritedTypes() {
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

  mutating func scanVariable() {
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
  mutating func scanType() {
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
  mutating func scanInitialValue() {
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

  mutating func scanObserversOrGetter() {
    let start = token.start
    advance()
    let observes = Self.observerWords.contains(token.word)
    builder.leaf(.accessor, start..<token.start, detail: observes ? .didSet : .getter)
    skipToClosingBrace()
  }

  mutating func scanFunction() {
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

  mutating func scanParameters() {
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

  mutating func skipParameterType() {
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
}
