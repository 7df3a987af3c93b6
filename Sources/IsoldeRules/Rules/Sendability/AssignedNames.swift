import IsoldeModel
import IsoldeTree

/// The names that the text of a project assigns to or changes in place.
///
/// Bodies without a word of concurrency are not parsed, but a global variable is often written in
/// just those, so this looks at the text: for each `=` and each call of a mutating method, at the
/// names in front of it.
struct AssignedNames: Sendable {
  /// One place where a name is written.
  struct Place: Sendable {
    /// The file.
    var unit: Int
    /// The bytes of the name.
    var range: Range<Int>
  }

  private var members: [String: [Place]] = [:]
  private var names: [[String: [Place]]]

  /// Reads the text of every file that ships.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ project: Project) {
    names = Array(repeating: [:], count: project.units.count)
    for unit in project.units.indices where project.units[unit].role != .support {
      let tree = project.units[unit].tree
      tree.text.bytes.withUnsafeBufferPointer { read($0, unit, tree) }
    }
  }

  /// Where a name is written in a file, alone or as a member of `Self` or of its type.
  func places(of name: String, in unit: Int) -> [Place] { names[unit][name] ?? [] }

  /// Where `type.name` is written in any file.
  func places(of name: String, memberOf type: String) -> [Place] {
    members[type + "." + name] ?? []
  }

  // MARK: - Reading

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ unit: Int, _ tree: Tree) {
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "="):
        guard let end = Self.targetEnd(of: index, bytes) else { continue }
        note(Self.chain(endingAt: end, bytes), bytes, unit, tree)
      case UInt8(ascii: "("):
        var chain = Self.chain(endingAt: index, bytes)
        guard chain.count > 1, let last = chain.popLast(),
          MutatingMembers.contains(Self.text(last, bytes))
        else { continue }
        note(chain, bytes, unit, tree)
      default: continue
      }
    }
  }

  private mutating func note(
    _ chain: [Range<Int>], _ bytes: UnsafeBufferPointer<UInt8>, _ unit: Int, _ tree: Tree
  ) {
    guard let root = chain.first, !Self.isDeclared(root, bytes) else { return }
    guard !isComment(root.lowerBound, tree) else { return }
    var previous: String?
    for (position, range) in chain.enumerated() {
      let name = Self.text(range, bytes)
      let place = Place(unit: unit, range: range)
      if let previous, previous.first?.isUppercase ?? false {
        members[previous + "." + name, default: []].append(place)
      }
      // Of `a.b.c = 1`, `a` is changed as well if it is a value; `Type.b` changes `b`.
      if position == 0 || previous?.first?.isUppercase ?? false {
        names[unit][name, default: []].append(place)
      }
      previous = name
    }
  }

  private func isComment(_ offset: Int, _ tree: Tree) -> Bool {
    tree.comments(onLine: tree.text.line(at: offset)).contains { $0.range.contains(offset) }
  }

  /// The end of what stands to the left of an assignment; `nil` if the sign compares.
  private static func targetEnd(of index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "=") { return nil }
    var end = index
    if end > 0, compound.contains(bytes[end - 1]) { end -= 1 }
    guard end > 0, !comparing.contains(bytes[end - 1]) else { return nil }
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end
  }

  /// The names of the access path that ends at an offset: `a`, `b` and `c` of `a.b[0]?.c`.
  private static func chain(
    endingAt end: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var chain: [Range<Int>] = []
    var end = end
    while true {
      end = skipPostfix(end, bytes)
      var start = end
      while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
      guard start < end else { return [] }
      chain.append(start..<end)
      guard start > 0, bytes[start - 1] == UInt8(ascii: ".") else { return chain.reversed() }
      end = start - 1
    }
  }

  private static func skipPostfix(_ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = end
    while end > 0 {
      switch bytes[end - 1] {
      case UInt8(ascii: "?"), UInt8(ascii: "!"): end -= 1
      case UInt8(ascii: "]"):
        var depth = 0
        repeat {
          end -= 1
          if bytes[end] == UInt8(ascii: "]") { depth += 1 }
          if bytes[end] == UInt8(ascii: "[") { depth -= 1 }
        } while end > 0 && depth > 0
      default: return end
      }
    }
    return end
  }

  /// Whether a name is one that `let` or `var` declares.
  private static func isDeclared(
    _ name: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var end = name.lowerBound
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    guard end >= 3 else { return false }
    let word = text(end - 3..<end, bytes)
    return word == "let" || word == "var"
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  private static func text(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let name = String(decoding: bytes[range], as: UTF8.self)
    return name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
  }

  private static let compound: Set<UInt8> = Set("+-*/%&|^".utf8)
  private static let comparing: Set<UInt8> = Set("=<>!~+-*/%&|^".utf8)
}
