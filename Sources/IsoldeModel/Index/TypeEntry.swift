import IsoldeTree

/// The index of a type in a project.
public struct TypeID: Hashable, Sendable {
  /// The position in `Project.types`.
  public let index: Int
}

/// The index of a function in a project.
public struct FunctionID: Hashable, Sendable {
  /// The position in `Project.functions`.
  public let index: Int
}

/// A property of a type, with the file that declares it.
public struct PropertyEntry: Sendable {
  /// The index of the file in the project.
  public let unit: Int
  /// What the file says about it.
  public let fact: PropertyFact
}

/// A function with the file and type that declare it.
public struct FunctionEntry: Sendable {
  /// The index of the file in the project.
  public let unit: Int
  /// The type it is a member of, also through an extension.
  public let type: TypeID?
  /// What the file says about it.
  public let fact: FunctionFact
  /// Where it runs.
  public var isolation = Isolation.unknown
}

/// A type with everything that its declaration and its extensions in the project say.
public struct TypeEntry: Sendable {
  /// One declaration or extension: a file and the index of its fact there.
  public struct Part: Sendable {
    /// The index of the file in the project.
    public let unit: Int
    /// The index in the file's `FileFacts.types`.
    public let fact: Int
  }

  /// The type's own id.
  public let id: TypeID
  /// The name with the types around it.
  public let qualifiedName: String
  /// The kind; `.extensionType` if the project only extends it.
  public internal(set) var kind: Node.Detail
  /// The module that declares it, or extends it first.
  public internal(set) var module: Int
  /// The declaration first, if the project has it.
  public internal(set) var parts: [Part] = []
  /// The modifiers of the declaration.
  public internal(set) var flags: Node.Flags = []
  /// The attributes of the declaration.
  public internal(set) var attributes: [String] = []
  /// What the declaration and the extensions inherit.
  public internal(set) var inherited: [TypeName] = []
  /// What is inherited in the file of the declaration; only that can isolate the type (SE-0316).
  public internal(set) var isolatingInherited: [TypeName] = []
  /// What is inherited as `@unchecked`.
  public internal(set) var unchecked: [String] = []
  /// The properties by name.
  public internal(set) var properties: [String: PropertyEntry] = [:]
  /// The functions by name.
  public internal(set) var functions: [String: [FunctionID]] = [:]
  /// Where its members run unless they say otherwise.
  public internal(set) var isolation = Isolation.unknown

  /// The name without the types around it.
  public var name: String {
    qualifiedName.split(separator: ".").last.map(String.init) ?? qualifiedName
  }

  /// Whether instances are references.
  public var isReference: Bool { kind == .classType || kind == .actorType }

  /// Whether the type inherits a class or conforms to a protocol of this name, as written.
  public func inherits(_ name: String) -> Bool {
    inherited.contains { $0.base == name || $0.lastComponent == name }
  }
}
