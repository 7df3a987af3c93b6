/// Builds a tree in source order: open a node, add its children, close it.
public struct TreeBuilder {
  private var nodes: [Node] = []
  private var open: [Int32] = []
  private var names: NameTable
  private let bytes: [UInt8]

  /// Creates a builder for a file and opens its root.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    names = NameTable()
    nodes.reserveCapacity(bytes.count / 10 + 8)
    open(.file, 0..<bytes.count)
  }

  /// How many nodes are open.
  public var depth: Int { open.count }

  /// The index that the next node will get.
  public var nextIndex: Int { nodes.count }

  /// Interns the text of a byte range.
  public mutating func intern(_ range: Range<Int>) -> UInt32 {
    bytes.withUnsafeBufferPointer { names.intern(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Interns an identifier; backticks around a keyword are not part of its name.
  public mutating func internIdentifier(_ range: Range<Int>) -> UInt32 {
    let isQuoted =
      range.count > 2 && bytes[range.lowerBound] == UInt8(ascii: "`")
      && bytes[range.upperBound - 1] == UInt8(ascii: "`")
    return intern(isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  /// The offset of the first byte behind white space and comments.
  public func skippingTrivia(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      // A byte order mark stands before everything.
      var index = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B,
          0x0C, 0:
          index += 1
        case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == bytes[index]:
          while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "/")
        where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
          index = Self.endOfBlockComment(index, bytes)
        default:
          return index
        }
      }
      return bytes.count
    }
  }

  private static func endOfBlockComment(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    var depth = 0
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// The text of a byte range.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Interns a string.
  public mutating func intern(_ string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { names.intern($0) }
  }

  /// Opens a node; what is added until it is closed becomes its child.
  @discardableResult
  public mutating func open(
    _ kind: Node.Kind, _ range: Range<Int>, detail: Node.Detail = .none,
    flags: Node.Flags = [], name: UInt32 = 0, label: UInt32 = 0
  ) -> Int {
    let index = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        kind: kind, detail: detail, flags: flags,
        start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound),
        name: name, label: label, parent: open.last ?? 0, subtreeEnd: index + 1))
    open.append(index)
    return Int(index)
  }

  /// Closes the node that was opened last.
  public mutating func close() {
    let index = open.removeLast()
    nodes[Int(index)].subtreeEnd = Int32(truncatingIfNeeded: nodes.count)
  }

  /// Adds a node without children.
  public mutating func leaf(
    _ kind: Node.Kind, _ range: Range<Int>, detail: Node.Detail = .none,
    flags: Node.Flags = [], name: UInt32 = 0, label: UInt32 = 0
  ) {
    open(kind, range, detail: detail, flags: flags, name: name, label: label)
    close()
  }

  /// Changes a node that was added before.
  public mutating func update(_ index: Int, _ change: (inout Node) -> Void) {
    change(&nodes[index])
  }

  /// Closes what is open and makes the tree.
  public consuming func finish(
    text: SourceText, comments: [Comment], isSkeleton: Bool, isIncomplete: Bool = false
  ) -> Tree {
    while !open.isEmpty { close() }
    return Tree(
      text: text, nodes: nodes, names: names.strings, comments: comments, isSkeleton: isSkeleton,
      isIncomplete: isIncomplete)
  }
}
