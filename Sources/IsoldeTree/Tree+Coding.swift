extension Tree {
  /// The tree as bytes that `init(encoded:text:)` reads back; the source text is not among them.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes.count * Self.nodeSize + names.count * 16 + 64)
    bytes.append(UInt8(isSkeleton ? 1 : 0))
    for count in [nodes.count, names.count, comments.count] { bytes.append(word: UInt32(count)) }
    for node in nodes {
      bytes.append(node.kind.rawValue)
      bytes.append(node.detail.rawValue)
      for word in [
        node.flags.rawValue, node.start, node.end, node.name, node.label,
        UInt32(bitPattern: node.parent), UInt32(bitPattern: node.subtreeEnd),
      ] { bytes.append(word: word) }
    }
    for name in names {
      bytes.append(word: UInt32(name.utf8.count))
      bytes.append(contentsOf: name.utf8)
    }
    for comment in comments {
      bytes.append(word: comment.start)
      bytes.append(word: comment.end)
      bytes.append(comment.startsLine ? 1 : 0)
    }
    return bytes
  }

  /// Reads a tree back.
  ///
  /// The bytes are not trusted: whatever they are, the result is a tree that is safe to walk, or
  /// `nil`.
  ///
  /// - Parameters:
  ///   - bytes: What `encoded()` gave.
  ///   - text: The source text that the tree was made from.
  /// - Complexity: O(*n*) in the number of nodes.
  public convenience init?(encoded bytes: UnsafeRawBufferPointer, text: SourceText) {
    var reader = TreeReader(bytes)
    guard let skeleton = reader.byte(), let nodeCount = reader.count(of: Self.nodeSize),
      let nameCount = reader.count(of: 4), let commentCount = reader.count(of: 9), nodeCount > 0,
      let nodes = reader.nodes(nodeCount, names: nameCount, textSize: text.bytes.count),
      let names = reader.names(nameCount),
      let comments = reader.comments(commentCount, textSize: text.bytes.count), reader.isAtEnd
    else { return nil }
    self.init(
      text: text, nodes: nodes, names: names, comments: comments, isSkeleton: skeleton == 1)
  }

  static let nodeSize = 2 + 7 * 4
}

extension [UInt8] {
  fileprivate mutating func append(word: UInt32) {
    append(UInt8(truncatingIfNeeded: word))
    append(UInt8(truncatingIfNeeded: word >> 8))
    append(UInt8(truncatingIfNeeded: word >> 16))
    append(UInt8(truncatingIfNeeded: word >> 24))
  }
}

/// Reads an encoded tree and checks every index on the way.
private struct TreeReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func word() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  /// A number of records that can still fit into the bytes.
  mutating func count(of size: Int) -> Int? {
    guard let value = word(), Int(value) <= bytes.count / size else { return nil }
    return Int(value)
  }

  mutating func nodes(_ count: Int, names: Int, textSize: Int) -> [Node]? {
    guard position + count * Tree.nodeSize <= bytes.count else { return nil }
    var nodes: [Node] = []
    nodes.reserveCapacity(count)
    for index in 0..<count {
      guard let node = node(), isSound(node, at: index, nodes, count, names, textSize) else {
        return nil
      }
      nodes.append(node)
    }
    return nodes
  }

  private mutating func node() -> Node? {
    guard let kind = byte().flatMap(Node.Kind.init(rawValue:)),
      let detail = byte().flatMap(Node.Detail.init(rawValue:)), let flags = word(),
      let start = word(), let end = word(), let name = word(), let label = word(),
      let parent = word(), let subtreeEnd = word()
    else { return nil }
    return Node(
      kind: kind, detail: detail, flags: .init(rawValue: flags), start: start, end: end,
      name: name, label: label, parent: Int32(bitPattern: parent),
      subtreeEnd: Int32(bitPattern: subtreeEnd))
  }

  /// Whether a node lies inside its parent, which comes before it.
  private func isSound(
    _ node: Node, at index: Int, _ before: [Node], _ count: Int, _ names: Int, _ textSize: Int
  ) -> Bool {
    guard node.start <= node.end, Int(node.end) <= textSize, Int(node.name) < names,
      Int(node.label) < names, Int(node.subtreeEnd) > index, Int(node.subtreeEnd) <= count
    else { return false }
    if index == 0 { return node.parent == 0 && Int(node.subtreeEnd) == count }
    guard node.parent >= 0, Int(node.parent) < index else { return false }
    return node.subtreeEnd <= before[Int(node.parent)].subtreeEnd
  }

  mutating func names(_ count: Int) -> [String]? {
    var names: [String] = []
    names.reserveCapacity(count)
    for _ in 0..<count {
      guard let length = word(), position + Int(length) <= bytes.count else { return nil }
      names.append(
        String(decoding: bytes[position..<position + Int(length)], as: UTF8.self))
      position += Int(length)
    }
    return names.first == "" ? names : nil
  }

  mutating func comments(_ count: Int, textSize: Int) -> [Comment]? {
    var comments: [Comment] = []
    comments.reserveCapacity(count)
    for _ in 0..<count {
      guard let start = word(), let end = word(), let startsLine = byte(), start <= end,
        Int(end) <= textSize
      else { return nil }
      comments.append(Comment(start: start, end: end, startsLine: startsLine == 1))
    }
    return comments
  }
}
