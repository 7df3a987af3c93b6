import IsoldeTree

/// A comment that asks for silence: `// isolde:ignore id, id - reason`.
struct SuppressionComment: Equatable {
  /// How far a comment reaches.
  enum Scope: Equatable {
    /// Its own line, or the next one with code if it stands alone.
    case line
    /// The whole file.
    case file
    /// Nothing: the word behind `isolde:ignore` is not one that exists.
    case unknown(String)
  }

  /// One of the rules a comment names.
  struct Name: Equatable {
    /// The id as written.
    var id: String
    /// Its bytes in the file.
    var range: Range<Int>
  }

  /// How far it reaches.
  var scope: Scope
  /// The rules it names.
  var names: [Name] = []
  /// Whether it says why.
  var hasReason = false
  /// The comment's bytes, without white space at its end.
  var range: Range<Int>
  /// Whether only white space stands before it on its line.
  var startsLine: Bool

  /// Reads a comment; `nil` if it does not ask for silence. Block comments and documentation never
  /// do, whatever they say.
  ///
  /// - Complexity: O(*n*) in the length of the comment.
  init?(_ comment: Comment, in tree: Tree) {
    var reader = Reader(bytes: tree.text.bytes, range: comment.range)
    guard reader.take("//"), !reader.isAt("/") else { return nil }
    reader.skipSpace()
    guard reader.take("isolde:ignore") else { return nil }
    let suffix = reader.takeWord()
    switch suffix {
    case "": scope = .line
    case "-file": scope = .file
    default: scope = .unknown("isolde:ignore" + suffix)
    }
    range = reader.range.lowerBound..<reader.end
    startsLine = comment.startsLine
    let separator = reader.separator()
    names = reader.names(upTo: separator?.lowerBound ?? reader.end)
    hasReason = separator.map { $0.upperBound < reader.end } ?? false
  }

  /// Reads the bytes of one comment.
  private struct Reader {
    let bytes: [UInt8]
    let range: Range<Int>
    var position: Int
    /// The end without white space.
    let end: Int

    init(bytes: [UInt8], range: Range<Int>) {
      self.bytes = bytes
      self.range = range
      position = range.lowerBound
      end =
        range.lowerBound
        + bytes[range].reversed().drop(while: Self.isSpace).count
    }

    static func isSpace(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    func isAt(_ text: String) -> Bool { bytes[position..<end].starts(with: text.utf8) }

    mutating func take(_ text: String) -> Bool {
      guard isAt(text) else { return false }
      position += text.utf8.count
      return true
    }

    mutating func skipSpace() {
      while position < end, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// What follows up to white space, the rest of a word that is one letter too long.
    mutating func takeWord() -> String {
      let start = position
      while position < end, !Self.isSpace(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The dash between the names and the reason, with the white space around it: one or two hyphens
    /// between spaces, or a longer dash anywhere. A hyphen inside an id does not count.
    func separator() -> Range<Int>? {
      var start = position
      while start < end {
        let isSpaced = start == position || Self.isSpace(bytes[start - 1])
        for dash in isSpaced ? ["--", "-", "—", "–"] : ["—", "–"]
        where bytes[start..<end].starts(with: dash.utf8) {
          var behind = start + dash.utf8.count
          let needsSpace = dash.utf8.first == UInt8(ascii: "-")
          if needsSpace, behind < end, !Self.isSpace(bytes[behind]) { continue }
          while behind < end, Self.isSpace(bytes[behind]) { behind += 1 }
          return start..<behind
        }
        start += 1
      }
      return nil
    }

    /// The names between commas.
    func names(upTo limit: Int) -> [Name] {
      var names: [Name] = []
      for part in bytes[position..<limit].split(separator: UInt8(ascii: ",")) {
        let name = part.drop(while: Self.isSpace)
        let length = name.reversed().drop(while: Self.isSpace).count
        guard length > 0 else { continue }
        let range = name.startIndex..<name.startIndex + length
        names.append(Name(id: String(decoding: bytes[range], as: UTF8.self), range: range))
      }
      return names
    }
  }
}
