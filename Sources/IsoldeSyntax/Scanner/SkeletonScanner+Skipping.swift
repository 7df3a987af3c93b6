extension SkeletonScanner {
  func isOperator(_ character: Character) -> Bool {
    token.kind == .operator && token.byte == character.asciiValue
  }

  /// Reads `A.B.C` and returns its bytes.
  mutating func scanDottedName() -> Range<Int> {
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

  mutating func skipGenerics() {
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

  mutating func skipBalanced(_ opening: UInt8, _ closing: UInt8) {
    var depth = 0
    repeat {
      if token.kind == .punctuation {
        if token.byte == opening { depth += 1 }
        if token.byte == closing { depth -= 1 }
      }
      advance()
    } while depth > 0 && token.kind != .end
  }

  mutating func skipBraces() {
    advance()
    skipToClosingBrace()
  }

  mutating func skipToClosingBrace() {
    var depth = 1
    while depth > 0, token.kind != .end {
      if isPunctuation("{") { depth += 1 }
      if isPunctuation("}") { depth -= 1 }
      advance()
    }
  }

  mutating func closeBrace() {
    if braces.popLast() == true { builder.close() }
    resetPrefix()
    advance()
  }
}
