import IsoldeTree

/// Finds where a type's name stands in its declaration.
enum DeclarationName {
  /// The keyword and the name, or the first line of the declaration if they cannot be found.
  static func range(of node: NodeID, keyword: String, name: String, _ tree: Tree) -> Range<Int> {
    let range = tree[node].range
    let attributes = tree.attributes(node).last.map { Int(tree[$0].end) } ?? range.lowerBound
    let first = tree.children(node).first { tree[$0].kind != .attribute }
    let limit = first.map { Int(tree[$0].start) } ?? range.upperBound
    if attributes < limit,
      let offset = tree.text[attributes..<limit].utf8Offset(of: keyword + " " + name)
    {
      let start = attributes + offset
      return start..<start + keyword.utf8.count + 1 + name.utf8.count
    }
    return tree.text.range(ofLine: tree.line(node)).clamped(to: range)
  }
}

/// Finds the head of a function: from its first modifier to its body.
enum FunctionHead {
  /// The bytes behind the attributes and before the body.
  static func range(of node: NodeID, _ tree: Tree) -> Range<Int> {
    let range = tree[node].range
    var start = tree.attributes(node).last.map { Int(tree[$0].end) } ?? range.lowerBound
    var end = tree.child(node, .block).map { Int(tree[$0].start) } ?? range.upperBound
    while start < end, isSpace(tree.text.bytes[start]) { start += 1 }
    while start < end, isSpace(tree.text.bytes[end - 1]) { end -= 1 }
    return start..<max(end, start)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
  }
}

extension String {
  /// The offset in UTF-8 of the first occurrence of another string.
  func utf8Offset(of other: String) -> Int? {
    let bytes = Array(utf8)
    let needle = Array(other.utf8)
    guard !needle.isEmpty, bytes.count >= needle.count else { return nil }
    return (0...bytes.count - needle.count).first { start in
      bytes[start..<start + needle.count].elementsEqual(needle)
    }
  }
}
