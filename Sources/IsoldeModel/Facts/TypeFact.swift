import IsoldeTree

/// What one declaration of a type, or one extension of it, says.
public struct TypeFact: Sendable {
  /// The name with the names of the types around it: `Cache.Entry`.
  public var qualifiedName: String
  /// Whether it is a class, actor, struct, enum, protocol or an extension of any.
  public var kind: Node.Detail
  /// The `typeDecl` node in its file.
  public var node: NodeID
  /// The modifiers.
  public var flags: Node.Flags
  /// The names of its attributes.
  public var attributes: [String]
  /// The inherited types as written.
  public var inherited: [TypeName]
  /// The inherited types that are marked `@unchecked`.
  public var unchecked: [String]
  /// The inherited types that are marked `@preconcurrency`.
  public var preconcurrency: [String]
  /// The properties.
  public var properties: [PropertyFact] = []
  /// The functions, initializers and accessors.
  public var functions: [FunctionFact] = []

  /// The name without the types around it.
  public var name: String {
    qualifiedName.split(separator: ".").last.map(String.init) ?? qualifiedName
  }
}

/// What one file declares.
public struct FileFacts: Sendable {
  /// The types and extensions, nested ones after those around them.
  public var types: [TypeFact] = []
  /// The global functions.
  public var functions: [FunctionFact] = []
  /// The global variables.
  public var properties: [PropertyFact] = []
  /// The imported modules.
  public var imports: [String] = []

  /// Creates empty facts.
  public init() {}
}
