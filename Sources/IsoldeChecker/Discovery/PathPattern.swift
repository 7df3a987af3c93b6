/// A pattern for paths, written as in `.gitignore`.
///
/// `*`, `?` and `[a-z]` match inside one name, `**` matches any number of folders. A pattern with a
/// slash before its end starts at the root; one without matches at any depth. A slash at the end
/// lets it match folders only. What matches a folder holds for everything in it.
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written.
  public let description: String

  private let segments: [Segment]
  private let matchesOnlyFolders: Bool

  /// Creates a pattern; every text is one. `./` at the start means the root.
  public init(_ text: String) {
    self.init(line: text.hasPrefix("./") ? "/" + text.dropFirst(2) : text[...], text)
  }

  /// Creates the pattern of a line in an ignore file.
  init(line: Substring, _ description: String) {
    self.description = description
    var body = line
    matchesOnlyFolders = body.hasSuffix("/")
    while body.hasSuffix("/") { body.removeLast() }
    var segments = body.split(separator: "/").map { Segment($0) }
    if !body.contains("/") { segments.insert(.folders, at: 0) }
    // Behind a folder, `**` means what is in it and not the folder itself.
    if segments.last == .folders { segments.append(.name([.many])) }
    self.segments = segments
  }

  /// Whether the pattern matches a path or a folder above it.
  ///
  /// - Parameter path: A file's path relative to the root, with slashes.
  /// - Returns: Whether the pattern holds for the file.
  /// - Complexity: O(*n* · *m*) for the lengths of path and pattern, for each folder.
  public func covers(_ path: String) -> Bool {
    let components = path.split(separator: "/")
    return components.indices.contains { index in
      matches(components[...index], isFolder: index + 1 < components.count)
    }
  }

  /// Whether the pattern matches a folder or one above it, and so holds for everything in it.
  func coversFolder(_ path: String) -> Bool {
    let components = path.split(separator: "/")
    return components.indices.contains { matches(components[...$0], isFolder: true) }
  }

  /// Whether the pattern matches exactly this path.
  func matches(_ components: ArraySlice<Substring>, isFolder: Bool) -> Bool {
    guard isFolder || !matchesOnlyFolders, let name = components.last, let last = segments.last,
      last.matches(name)
    else { return false }
    if segments.count == 2, segments[0] == .folders { return true }
    return Wildcard.match(
      components, segments, isStar: { $0 == .folders },
      isEqual: { name, segment in segment.matches(name) })
  }

  /// What stands between two slashes.
  private enum Segment: Hashable, Sendable {
    /// `**`.
    case folders
    /// A name without wildcards.
    case literal(String)
    /// A name with wildcards.
    case name([Token])

    init(_ text: Substring) {
      if text == "**" {
        self = .folders
      } else if text.utf8.contains(where: { "*?[\\".utf8.contains($0) }) {
        self = .name(Token.parse(text))
      } else {
        self = .literal(String(text))
      }
    }

    func matches(_ name: Substring) -> Bool {
      switch self {
      case .folders: true
      case .literal(let text): name == text
      case .name(let tokens):
        Wildcard.match(
          Array(name.unicodeScalars)[...], tokens, isStar: { $0 == .many },
          isEqual: { scalar, token in token.matches(scalar) })
      }
    }
  }
}

/// Matching with one kind of star, in time that no pattern can make exponential.
private enum Wildcard {
  static func match<Element, Token>(
    _ text: ArraySlice<Element>, _ pattern: [Token], isStar: (Token) -> Bool,
    isEqual: (Element, Token) -> Bool
  ) -> Bool {
    var position = text.startIndex
    var token = 0
    var star: (token: Int, position: Int)?
    while position < text.endIndex {
      if token < pattern.count, isStar(pattern[token]) {
        star = (token, position)
        token += 1
      } else if token < pattern.count, isEqual(text[position], pattern[token]) {
        token += 1
        position += 1
      } else if let last = star {
        // Only the last star needs another try: earlier ones gain nothing by taking more.
        star = (last.token, last.position + 1)
        token = last.token + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[token...].allSatisfy(isStar)
  }
}
