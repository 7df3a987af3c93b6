import IsoldeTree

/// What one file says about a property or global variable.
public struct PropertyFact: Sendable {
  /// The property's name.
  public var name: String
  /// The `binding` node in its file.
  public var node: NodeID
  /// The `varDecl` node in its file.
  public var declaration: NodeID
  /// The declared type, or the one that its initial value names.
  public var type: TypeName?
  /// Whether the type stands in the source rather than being read off the initial value.
  public var isTypeExplicit = false
  /// The modifiers.
  public var flags: Node.Flags
  /// The names of its attributes, such as `Published`.
  public var attributes: [String]
  /// Whether it has storage of its own: no getter, and not inside a protocol.
  public var isStored: Bool
  /// Whether it has `willSet` or `didSet`.
  public var hasObservers = false
  /// Whether its getter is `async`.
  public var isAsync = false
  /// The initial value's node.
  public var value: NodeID?

  /// Whether it is `let`.
  public var isLet: Bool { flags.contains(.isLet) }
  /// Whether it belongs to the type instead of an instance.
  public var isStatic: Bool { flags.contains(.isStatic) }
  /// Whether only its file can see it.
  public var isPrivate: Bool { !flags.isDisjoint(with: [.isPrivate, .isFileprivate]) }
  /// Whether its stored value can change after initialization.
  public var isMutable: Bool { isStored && !isLet }
}
