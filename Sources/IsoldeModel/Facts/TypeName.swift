import IsoldeTree

/// A type as the source writes it: a base name and what stands around it.
public struct TypeName: Sendable, Hashable {
  /// The name without generic arguments, such as `AsyncStream.Continuation`; empty for tuples and
  /// functions, `Array` and `Dictionary` for the bracket forms.
  public var base: String
  /// The generic arguments, or the element types of a tuple.
  public var arguments: [TypeName] = []
  /// Whether the type is optional, also implicitly unwrapped.
  public var isOptional = false
  /// Whether it is a function type.
  public var isFunction = false
  /// Whether it is an `async` function type.
  public var isAsyncFunction = false
  /// Whether it is a throwing function type.
  public var isThrowingFunction = false
  /// Whether it is `inout`, `sending` or `isolated`, or marked `@escaping`.
  public var flags: Node.Flags = []

  /// Creates a type name.
  public init(_ base: String, _ arguments: [TypeName] = [], isOptional: Bool = false) {
    self.base = base
    self.arguments = arguments
    self.isOptional = isOptional
  }

  /// Reads a `typeRef` node.
  public init(_ node: NodeID, in tree: Tree) {
    let flags = tree[node].flags
    base = tree.name(node)
    self.flags = flags
    isOptional = flags.contains(.isOptional)
    isFunction = flags.contains(.isFunctionType)
    isAsyncFunction = isFunction && flags.contains(.isAsync)
    isThrowingFunction = isFunction && flags.contains(.canThrow)
    if flags.contains(.isDictionary) {
      base = "Dictionary"
    } else if flags.contains(.isArray) {
      base = "Array"
    }
    for child in tree.children(node) where tree[child].kind == .typeRef {
      arguments.append(TypeName(child, in: tree))
    }
  }

  /// The type without its optional.
  public var unwrapped: TypeName {
    var copy = self
    copy.isOptional = false
    if base == "Optional", let first = arguments.first { return first.unwrapped }
    return copy
  }

  /// The last component of the base name: `Continuation` of `AsyncStream.Continuation`.
  public var lastComponent: String {
    base.split(separator: ".").last.map(String.init) ?? base
  }

  /// The type of an element, for arrays, sets and dictionaries' values.
  public var element: TypeName? {
    switch base {
    case "Array", "Set", "ContiguousArray", "ArraySlice", "Deque", "Slice": arguments.first
    case "Dictionary": arguments.last
    default: nil
    }
  }

  /// Whether the type is a checked or unsafe continuation of a task.
  public var isContinuation: Bool {
    switch lastComponent {
    case "CheckedContinuation", "UnsafeContinuation": true
    default: false
    }
  }

  /// Whether the type is the continuation of an `AsyncStream`.
  public var isStreamContinuation: Bool {
    base == "AsyncStream.Continuation" || base == "AsyncThrowingStream.Continuation"
  }

  /// Whether the type is a task handle.
  public var isTask: Bool { base == "Task" }
}
