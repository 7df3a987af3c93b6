import IsoldeTree

/// The generic parameters of a type and what its header asks of them.
struct GenericClause {
  /// The parameters in order.
  private(set) var parameters: [String] = []
  /// What the parameters have to conform to or inherit, by parameter.
  private(set) var constraints: [String: [String]] = [:]

  /// Reads the header of a `typeDecl` node, up to its brace.
  init(_ node: NodeID, _ tree: Tree) {
    var header = Self.header(of: node, tree)
    if tree[node].detail != .extensionType, let open = header.firstIndex(of: "<"),
      !header[..<open].contains(":")
    {
      let (inside, rest) = Self.split(header[header.index(after: open)...])
      for part in inside {
        let sides = part.split(separator: ":", maxSplits: 1)
        guard let name = sides.first?.split(separator: " ").last else { continue }
        parameters.append(String(name))
        if sides.count == 2 { add(sides[1], to: name) }
      }
      header = rest
    }
    guard let clause = Self.whereClause(of: header) else { return }
    for part in Self.split(clause).parts {
      let sides = part.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, let name = sides[0].split(separator: " ").last else { continue }
      add(sides[1], to: name)
    }
  }

  private mutating func add(_ list: Substring, to name: Substring) {
    for constraint in list.split(separator: "&") {
      let words = constraint.split(whereSeparator: \.isWhitespace)
      if let last = words.last { constraints[String(name), default: []].append(String(last)) }
    }
  }

  /// What stands between the attributes of a type and its brace.
  static func header(of node: NodeID, _ tree: Tree) -> Substring {
    let attributes = tree.attributes(node).map { tree[$0].range.upperBound }.max()
    let start = attributes ?? tree[node].range.lowerBound
    let text = tree.text[start..<tree[node].range.upperBound]
    return text.prefix { $0 != "{" }
  }

  private static func whereClause(of header: Substring) -> Substring? {
    let words = header.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    guard let word = words.first(where: { $0 == "where" }) else { return nil }
    return header[word.endIndex...]
  }

  /// The parts between commas up to the closing angle bracket, and what follows that.
  private static func split(_ text: Substring) -> (parts: [Substring], rest: Substring) {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var previous: Character = " "
    for index in text.indices {
      let character = text[index]
      switch character {
      case "<", "(": depth += 1
      case ">" where previous == "-": break
      case ">" where depth == 0:
        parts.append(text[start..<index])
        return (parts, text[text.index(after: index)...])
      case ">", ")": depth -= 1
      case "," where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      previous = character
    }
    parts.append(text[start...])
    return (parts, "")
  }
}
