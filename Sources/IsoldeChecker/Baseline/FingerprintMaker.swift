import IsoldeTree

/// Makes the fingerprints of one file's findings, which come in source order.
struct FingerprintMaker {
  private let tree: Tree
  private var seen: [UInt64: UInt64] = [:]
  private var line = (number: 0, hash: UInt64(0))

  init(_ tree: Tree) { self.tree = tree }

  /// The fingerprint of the next finding.
  ///
  /// - Parameters:
  ///   - rule: The rule's id.
  ///   - offset: The first byte of the finding.
  /// - Returns: The fingerprint; the file's next equal finding gets another one.
  /// - Complexity: O(*n*) in the length of the line, once for each line, and in the tree's depth.
  mutating func next(rule: String, offset: Int) -> Fingerprint {
    let number = tree.text.line(at: offset)
    if number != line.number { line = (number, Self.hash(tree.text, line: number)) }
    var hash = StableHash()
    hash.combine(rule)
    hash.combine(line.hash)
    // Joined, because an extension of `A.B` is one declaration and a nested type is two.
    hash.combine(EnclosingDeclarations.names(at: offset, in: tree).joined(separator: "."))
    let ordinal = seen[hash.value, default: 0]
    seen[hash.value] = ordinal + 1
    hash.combine(ordinal)
    return Fingerprint(value: hash.value)
  }

  /// The hash of a line in which runs of white space are one space, without those at its ends.
  private static func hash(_ text: SourceText, line: Int) -> UInt64 {
    var hash = StableHash()
    var isAtStart = true
    var hasSpace = false
    for byte in text.bytes[text.range(ofLine: line)] {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
        hasSpace = !isAtStart
        continue
      }
      if hasSpace { hash.combine(byte: UInt8(ascii: " ")) }
      hash.combine(byte: byte)
      hasSpace = false
      isAtStart = false
    }
    return hash.value
  }
}
