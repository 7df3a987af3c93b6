/// A file's syntax as a flat array in source order, parents before children.
///
/// A tree holds no pointer and no text of its own beyond names, so it can be written to a cache,
/// sent to another thread, and walked without allocation.
public final class Tree: Sendable {
  /// The file's text.
  public let text: SourceText
  /// The nodes in pre-order; the first is the file.
  public let nodes: [Node]
  /// The names that nodes refer to; the first is empty.
  public let names: [String]
  /// The comments in source order.
  public let comments: [Comment]
  /// Whether the tree has declarations only, because nothing in the file concerns concurrency.
  public let isSkeleton: Bool
  /// Whether the file is nested so deeply that it was not read as a whole.
  public let isIncomplete: Bool

  private let nameIDs: [String: UInt32]

  /// Creates a tree from its parts.
  ///
  /// - Precondition: `nodes` is not empty and every index in it is in range.
  public init(
    text: SourceText, nodes: [Node], names: [String], comments: [Comment], isSkeleton: Bool,
    isIncomplete: Bool = false
  ) {
    precondition(!nodes.isEmpty, "a tree has at least its file node")
    self.text = text
    self.nodes = nodes
    self.names = names
    self.comments = comments
    self.isSkeleton = isSkeleton
    self.isIncomplete = isIncomplete
    var ids: [String: UInt32] = [:]
    ids.reserveCapacity(names.count)
    for (index, name) in names.enumerated() { ids[name] = UInt32(index) }
    self.nameIDs = ids
  }

  /// The node with an id.
  @inlinable public subscript(id: NodeID) -> Node { nodes[Int(id.index)] }

  /// The main name of a node; empty if it has none.
  public func name(_ id: NodeID) -> String { names[Int(self[id].name)] }

  /// The label of an argument or parameter; empty if it has none.
  public func label(_ id: NodeID) -> String { names[Int(self[id].label)] }

  /// The id of a name, or `nil` if no node has it: then no rule needs to look for it here.
  public func nameID(_ name: String) -> UInt32? { nameIDs[name] }

  /// The source text of a node.
  public func source(_ id: NodeID) -> String { text[self[id].range] }

  /// The 1-based line on which a node starts.
  public func line(_ id: NodeID) -> Int { text.line(at: Int(self[id].start)) }
}

/// A comment in the source.
public struct Comment: Sendable, Hashable {
  /// The first byte.
  public var start: UInt32
  /// The byte after the last one.
  public var end: UInt32
  /// Whether only white space stands before it on its line.
  public var startsLine: Bool

  /// Creates a comment.
  public init(start: UInt32, end: UInt32, startsLine: Bool) {
    self.start = start
    self.end = end
    self.startsLine = startsLine
  }

  /// The comment's bytes in the source.
  public var range: Range<Int> { Int(start)..<Int(end) }
}
