import IsoldeTree

/// What one file says about a function, initializer or accessor.
public struct FunctionFact: Sendable {
  /// What kind of body it is.
  public enum Kind: Sendable {
    case function, initializer, deinitializer, getter, setter, observer, subscriptAccessor
  }

  /// One parameter.
  public struct Parameter: Sendable {
    /// The outer name; empty for `_`.
    public var label: String
    /// The inner name.
    public var name: String
    /// The type.
    public var type: TypeName
    /// Whether callers can leave it out.
    public var hasDefault: Bool
  }

  /// The function's name; a property's name for its accessors.
  public var name: String
  /// What kind of body it is.
  public var kind: Kind
  /// The declaration's node: `funcDecl`, `initDecl`, `deinitDecl` or `accessor`.
  public var node: NodeID
  /// The modifiers and effects.
  public var flags: Node.Flags
  /// The names of its attributes.
  public var attributes: [String]
  /// The parameters in order.
  public var parameters: [Parameter] = []
  /// The result type; `nil` for none.
  public var result: TypeName?
  /// What its body does, calls not followed.
  public var effects = BodyEffects()
  /// Whether it has a body in this file.
  public var hasBody: Bool

  /// Whether it is `async`.
  public var isAsync: Bool { flags.contains(.isAsync) }
  /// Whether it can throw.
  public var canThrow: Bool { flags.contains(.canThrow) }
  /// Whether it belongs to the type instead of an instance.
  public var isStatic: Bool { flags.contains(.isStatic) }
  /// Whether only its file can see it.
  public var isPrivate: Bool { !flags.isDisjoint(with: [.isPrivate, .isFileprivate]) }

  /// Whether a call with these labels can mean this function.
  ///
  /// - Parameters:
  ///   - labels: The labels of the arguments in parentheses; empty strings for none.
  ///   - trailingClosures: How many closures follow the parentheses.
  /// - Returns: `false` if a label has no parameter, or a parameter without a default has no argument.
  public func accepts(labels: [String], trailingClosures: Int) -> Bool {
    var index = 0
    var left = 0
    for (position, parameter) in parameters.enumerated() {
      if index < labels.count, labels[index] == parameter.label {
        index += 1
      } else if position >= parameters.count - trailingClosures || parameter.hasDefault {
        left += 1
      } else {
        return false
      }
    }
    // Each trailing closure needs a parameter of its own.
    return index == labels.count && left >= trailingClosures
  }
}
