/// Which function of a file is explored.
enum ScenarioKind: String {
  case scenario, outcome

  /// Looks for the function at the top level of a source; a scenario comes before an outcome.
  ///
  /// It is a simple scan, not a parse: a wrong guess leads to a compiler error and no further.
  init?(in source: [UInt8]) {
    var scan = TopLevelScan(source)
    let functions = scan.functions()
    guard
      let found = [ScenarioKind.scenario, .outcome].first(where: { functions.contains($0.rawValue) }
      )
    else { return nil }
    self = found
  }
}

/// Finds the names of functions that are declared outside all braces.
private struct TopLevelScan {
  private let source: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ source: [UInt8]) { self.source = source }

  mutating func functions() -> Set<String> {
    var names: Set<String> = []
    var last = ""
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "/") where next(is: "/"): skipLine()
      case UInt8(ascii: "/") where next(is: "*"): skipComment()
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "}"):
        depth = max(0, depth - 1)
        index += 1
      case let byte where Self.isOfWord(byte):
        let word = takeWord()
        if last == "func", depth == 0 { names.insert(word) }
        last = word
      default: index += 1
      }
    }
    return names
  }

  private func next(is scalar: Unicode.Scalar) -> Bool {
    index + 1 < source.count && source[index + 1] == UInt8(ascii: scalar)
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { source[index...].starts(with: $0) }
  }

  private mutating func skipLine() {
    while index < source.count, source[index] != UInt8(ascii: "\n") { index += 1 }
  }

  private mutating func skipComment() {
    var nesting = 0
    repeat {
      if starts(with: "/*") {
        nesting += 1
        index += 2
      } else if starts(with: "*/") {
        nesting -= 1
        index += 2
      } else {
        index += 1
      }
    } while nesting > 0 && index < source.count
  }

  /// Skips a literal; an expression in it ends it early, but not beyond the line.
  private mutating func skipString() {
    if starts(with: "\"\"\"") {
      repeat { index += 1 } while index < source.count && !starts(with: "\"\"\"")
      index += 3
      return
    }
    index += 1
    while index < source.count, ![UInt8(ascii: "\""), UInt8(ascii: "\n")].contains(source[index]) {
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func takeWord() -> String {
    let start = index
    while index < source.count, Self.isOfWord(source[index]) { index += 1 }
    return String(decoding: source[start..<index], as: UTF8.self)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
