import IsoldeTree

/// What a body does to names that are not its own, found without following calls.
///
/// Names are those of members or globals; a name that is declared in the body or a parameter of it
/// is left out. Closures count as part of the body, except those that run in a task.
public struct BodyEffects: Sendable {
  /// One access and where it is.
  public struct Access: Sendable, Hashable {
    /// The member's or global's name.
    public var name: String
    /// Where it is accessed.
    public var node: NodeID
  }

  /// One call and what it is made on.
  public struct Call: Sendable, Hashable {
    /// What stands before the name.
    public enum Receiver: Sendable, Hashable {
      /// Nothing, or `self`.
      case implicit
      /// A name, such as a property or a type.
      case name(String)
      /// Anything longer.
      case other
    }

    /// The function's name.
    public var name: String
    /// What it is called on.
    public var receiver: Receiver
    /// The `call` node.
    public var node: NodeID
    /// Whether the call stands in an `await`.
    public var isAwaited: Bool
  }

  /// Reads of members or globals, each name once.
  public var reads: [Access] = []
  /// Assignments and other changes, each name once.
  public var writes: [Access] = []
  /// Calls in source order.
  public var calls: [Call] = []
  /// Whether the body has an `await` of its own.
  public var suspends = false

  /// Creates empty effects.
  public init() {}

  /// Whether the body changes a member or global.
  public func writes(_ name: String) -> Access? { writes.first { $0.name == name } }

  /// Whether the body reads a member or global.
  public func reads(_ name: String) -> Access? { reads.first { $0.name == name } }
}
