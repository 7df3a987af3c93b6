/// The index of a node in its tree; parents come before their children.
public struct NodeID: Hashable, Comparable, Sendable {
  /// The position in `Tree.nodes`.
  public let index: Int32

  /// Creates an id from a position in `Tree.nodes`.
  public init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// The root of every tree.
  public static let root = NodeID(0)

  /// Orders nodes as they stand in the source, parents before children.
  public static func < (left: NodeID, right: NodeID) -> Bool { left.index < right.index }
}

/// One node of a flat syntax tree, 32 bytes.
///
/// A node says what it is, where it is, and at most two names; everything else is its children.
public struct Node: Sendable {
  /// What the node is.
  public var kind: Kind
  /// What it is more exactly, for kinds that have a detail; see `Node.Kind`.
  public var detail: Detail
  /// Modifiers and effects.
  public var flags: Flags
  /// The first byte.
  public var start: UInt32
  /// The byte after the last one.
  public var end: UInt32
  /// The main name, an index into `Tree.names`; 0 is the empty name.
  public var name: UInt32
  /// The argument or parameter label, an index into `Tree.names`; 0 is the empty name.
  public var label: UInt32
  /// The parent's index; the root is its own parent.
  public var parent: Int32
  /// The index after the last descendant: where the next sibling would be.
  public var subtreeEnd: Int32

  /// The node's bytes in the source.
  public var range: Range<Int> { Int(start)..<Int(end) }
}

extension Node {
  /// The modifiers, effects and marks of a node.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The flags as bits.
    public let rawValue: UInt32
    /// Creates flags from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `static` or `class` on a member.
    public static let isStatic = Flags(rawValue: 1 << 0)
    /// `private`.
    public static let isPrivate = Flags(rawValue: 1 << 1)
    /// `fileprivate`.
    public static let isFileprivate = Flags(rawValue: 1 << 2)
    /// `public`, `open` or `package`.
    public static let isPublic = Flags(rawValue: 1 << 3)
    /// `final`.
    public static let isFinal = Flags(rawValue: 1 << 4)
    /// `lazy`.
    public static let isLazy = Flags(rawValue: 1 << 5)
    /// `weak`, on a property or in a capture list.
    public static let isWeak = Flags(rawValue: 1 << 6)
    /// `unowned`, on a property or in a capture list.
    public static let isUnowned = Flags(rawValue: 1 << 7)
    /// `override`.
    public static let isOverride = Flags(rawValue: 1 << 8)
    /// `nonisolated`, also with an argument.
    public static let isNonisolated = Flags(rawValue: 1 << 9)
    /// `nonisolated(unsafe)`.
    public static let isNonisolatedUnsafe = Flags(rawValue: 1 << 10)
    /// `async`, on a declaration, a closure, a function type or an `async let`.
    public static let isAsync = Flags(rawValue: 1 << 11)
    /// `throws`, typed or not.
    public static let canThrow = Flags(rawValue: 1 << 12)
    /// `let` instead of `var`.
    public static let isLet = Flags(rawValue: 1 << 13)
    /// An optional type, an optional chain or a failable initializer.
    public static let isOptional = Flags(rawValue: 1 << 14)
    /// `@escaping` or `@autoclosure` parameter type.
    public static let isEscaping = Flags(rawValue: 1 << 15)
    /// `inout` parameter type.
    public static let isInout = Flags(rawValue: 1 << 16)
    /// A function type.
    public static let isFunctionType = Flags(rawValue: 1 << 17)
    /// `isolated`, on a parameter or a `deinit`.
    public static let isIsolated = Flags(rawValue: 1 << 18)
    /// An argument that is a trailing closure.
    public static let isTrailing = Flags(rawValue: 1 << 19)
    /// `private(set)` or `fileprivate(set)`.
    public static let isPrivateSet = Flags(rawValue: 1 << 20)
    /// `distributed`.
    public static let isDistributed = Flags(rawValue: 1 << 21)
    /// `mutating` or `consuming`.
    public static let isMutating = Flags(rawValue: 1 << 22)
    /// A generic declaration.
    public static let isGeneric = Flags(rawValue: 1 << 23)
    /// `await` on a `for` loop.
    public static let isAwait = Flags(rawValue: 1 << 24)
    /// `try` on a `for` loop.
    public static let isTry = Flags(rawValue: 1 << 25)
    /// A body whose content was blanked because nothing in it concerns concurrency.
    public static let isBlanked = Flags(rawValue: 1 << 26)
    /// An array type, or a dictionary type when `isDictionary` is set as well.
    public static let isArray = Flags(rawValue: 1 << 27)
    /// A dictionary type.
    public static let isDictionary = Flags(rawValue: 1 << 28)
    /// An `any`, `some` or implicitly unwrapped type.
    public static let isExistential = Flags(rawValue: 1 << 29)
    /// A tuple type.
    public static let isTuple = Flags(rawValue: 1 << 30)
    /// `sending` parameter or result type.
    public static let isSending = Flags(rawValue: 1 << 31)
  }
}
