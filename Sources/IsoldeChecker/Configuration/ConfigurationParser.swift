/// Reads the subset of YAML that configuration files are written in.
///
/// There are maps, lists (`- a` and `[a, b]`), maps in braces, plain, single and double quoted
/// scalars, and comments. Anchors, tags, text blocks, several documents and tabs are refused.
struct ConfigurationParser {
  typealias Node = ConfigurationNode

  private struct Line {
    let number: Int
    var indent: Int
    var text: Substring
  }

  private var lines: [Line] = []
  private var position = 0
  private var depth = 0

  /// Reads a file; nothing if it is empty.
  static func parse(_ text: String) throws(ConfigurationSyntaxError) -> Node {
    var parser = ConfigurationParser()
    try parser.split(text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])
    guard let first = parser.lines.first else { return Node(value: .nothing, line: 1) }
    let node = try parser.block(first.indent)
    if parser.position < parser.lines.count { throw parser.error("unexpected indentation") }
    return node
  }

  private func error(_ message: String) -> ConfigurationSyntaxError {
    let line = position < lines.count ? lines[position].number : lines.last?.number ?? 1
    return ConfigurationSyntaxError(line: line, message: message)
  }

  private mutating func split(_ text: Substring) throws(ConfigurationSyntaxError) {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if text.allSatisfy(\.isWhitespace) || text.hasPrefix("#") { continue }
      if text.contains("\t") {
        throw ConfigurationSyntaxError(line: index + 1, message: "a tab; use spaces")
      }
      if text.hasPrefix("---"), lines.isEmpty { continue }
      if text.hasPrefix("---") || text.hasPrefix("...") || text.hasPrefix("%") {
        throw ConfigurationSyntaxError(line: index + 1, message: "only one document is supported")
      }
      lines.append(Line(number: index + 1, indent: indent, text: text))
    }
  }

  private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  private mutating func block(_ indent: Int) throws(ConfigurationSyntaxError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < 32 else { throw error("nested too deeply") }
    let line = lines[position]
    var node = Node(value: .nothing, line: line.number)
    if Self.isItem(line.text) {
      node.value = .list(try list(indent))
    } else if try ConfigurationScanner.key(line.text, line.number) != nil {
      node.value = .map(try map(indent))
    } else {
      position += 1
      return try ConfigurationScanner.value(line.text, line.number)
    }
    if position < lines.count, lines[position].indent > indent {
      throw error("unexpected indentation")
    }
    return node
  }

  private mutating func list(_ indent: Int) throws(ConfigurationSyntaxError) -> [Node] {
    var elements: [Node] = []
    while position < lines.count, lines[position].indent == indent,
      Self.isItem(lines[position].text)
    {
      let line = lines[position]
      let rest = line.text.dropFirst().drop { $0 == " " }
      if rest.isEmpty || rest.hasPrefix("#") {
        elements.append(try nested(below: indent, orListAt: nil))
      } else {
        // What stands behind the dash is a block of its own, indented by its place.
        lines[position].indent += line.text.count - rest.count
        lines[position].text = rest
        elements.append(try block(lines[position].indent))
      }
    }
    return elements
  }

  private mutating func map(_ indent: Int) throws(ConfigurationSyntaxError) -> [Node.Entry] {
    var entries: [Node.Entry] = []
    while position < lines.count, lines[position].indent == indent {
      let line = lines[position]
      guard !Self.isItem(line.text),
        let (key, rest) = try ConfigurationScanner.key(line.text, line.number)
      else { throw error("expected 'key: value'") }
      if entries.contains(where: { $0.key == key }) { throw error("'\(key)' is given twice") }
      let value: Node
      if rest.isEmpty {
        value = try nested(below: indent, orListAt: indent)
      } else {
        position += 1
        value = try ConfigurationScanner.value(rest, line.number)
      }
      entries.append(.init(key: key, line: line.number, value: value))
    }
    return entries
  }

  /// What stands on the lines below a key or a dash; a list may stand right below its key.
  private mutating func nested(
    below indent: Int, orListAt listIndent: Int?
  ) throws(ConfigurationSyntaxError) -> Node {
    position += 1
    guard position < lines.count,
      lines[position].indent > indent
        || (lines[position].indent == listIndent && Self.isItem(lines[position].text))
    else { return Node(value: .nothing, line: lines[position - 1].number) }
    return try block(lines[position].indent)
  }
}
