/// Reads keys, scalars and what stands in brackets on one line of a configuration file.
struct ConfigurationScanner {
  typealias Node = ConfigurationNode
  private var rest: Substring
  private let line: Int

  /// A value that takes up the whole text, apart from a comment.
  static func value(_ text: Substring, _ line: Int) throws(ConfigurationSyntaxError) -> Node {
    var scanner = ConfigurationScanner(rest: text, line: line)
    let node = try scanner.value(depth: 0)
    if scanner.rest.isEmpty || scanner.rest.hasPrefix("#") { return node }
    throw scanner.error("unexpected '\(scanner.rest)'; quote the value")
  }

  /// The key that a text starts with and what stands behind its colon; `nil` if there is no key.
  static func key(
    _ text: Substring, _ line: Int
  ) throws(ConfigurationSyntaxError) -> (String, Substring)? {
    guard text.first != "[", text.first != "{", text.contains(":") else { return nil }
    var scanner = ConfigurationScanner(rest: text, line: line)
    guard case .scalar(let key) = try scanner.value(depth: 0).value, scanner.take(":") else {
      return nil
    }
    return (key, scanner.rest.hasPrefix("#") ? "" : scanner.rest)
  }

  private func error(_ message: String) -> ConfigurationSyntaxError {
    ConfigurationSyntaxError(line: line, message: message)
  }

  /// Takes a character and the spaces behind it.
  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst().drop { $0 == " " }
    return true
  }

  private mutating func value(depth: Int) throws(ConfigurationSyntaxError) -> Node {
    guard depth < 16 else { throw error("nested too deeply") }
    switch rest.first {
    case "[": return try brackets("[", "]", depth)
    case "{": return try brackets("{", "}", depth)
    case "\"", "'": return Node(value: .scalar(try quoted()), line: line)
    case let first? where "&*!|>%@`".contains(first):
      throw error("anchors, tags and text blocks are not supported; quote '\(rest)'")
    default:
      let end = rest.indices.first { index in
        let (next, last) = (rest[index...].dropFirst().first, rest[..<index].last)
        return (rest[index] == ":" && (next == nil || next == " "))
          || (rest[index] == "#" && last == " ") || (depth > 0 && ",[]{}".contains(rest[index]))
      }
      let word = rest[..<(end ?? rest.endIndex)].split(separator: " ").joined(separator: " ")
      guard !word.isEmpty else { throw error("a value is missing") }
      rest = rest[(end ?? rest.endIndex)...]
      return Node(value: .scalar(word), line: line)
    }
  }

  /// `[a, b]` or `{a: b, c: d}`, on one line.
  private mutating func brackets(
    _ open: Character, _ close: Character, _ depth: Int
  ) throws(ConfigurationSyntaxError) -> Node {
    var (elements, entries): ([Node], [Node.Entry]) = ([], [])
    _ = take(open)
    while !take(close) {
      if rest.isEmpty { throw error("'\(close)' is missing on this line") }
      let element = try value(depth: depth + 1)
      if open == "[" {
        elements.append(element)
      } else {
        guard case .scalar(let key) = element.value, take(":") else {
          throw error("expected 'key: value'")
        }
        if entries.contains(where: { $0.key == key }) { throw error("'\(key)' is given twice") }
        entries.append(.init(key: key, line: line, value: try value(depth: depth + 1)))
      }
      guard take(",") || rest.first == close else {
        throw error("',' or '\(close)' is missing on this line")
      }
    }
    return Node(value: open == "[" ? .list(elements) : .map(entries), line: line)
  }

  private mutating func quoted() throws(ConfigurationSyntaxError) -> String {
    let quote = rest.removeFirst()
    var text = ""
    while var character = rest.popFirst() {
      if character == quote, quote == "\"" || rest.first != "'" {
        rest = rest.drop { $0 == " " }
        return text
      }
      // `''` in single quotes; a backslash and what it escapes in double ones.
      if character == "'" && quote == "'" || character == "\\" && quote == "\"" {
        character = rest.popFirst() ?? "?"
        guard "\\\"/'".contains(character) else {
          throw error("only \\\\, \\\" and \\/ are known in double quotes")
        }
      }
      text.append(character)
    }
    throw error("a quote is not closed")
  }
}
