import IsoldeTree

/// One file of a project: its tree, its facts and its place.
public struct SourceUnit: Sendable {
  /// What a file is for, which decides how much is reported in it.
  public enum Role: Sendable, Hashable {
    /// Code that ships.
    case production
    /// Tests, mocks, previews, fixtures, examples and benchmarks.
    case support
    /// Code that a tool wrote.
    case generated
  }

  /// The path relative to the project's root, with slashes.
  public var path: String
  /// The syntax.
  public var tree: Tree
  /// The declarations.
  public var facts: FileFacts
  /// The index of its module in the project.
  public var module: Int
  /// What the file is for.
  public var role: Role

  /// Creates a unit.
  public init(path: String, tree: Tree, facts: FileFacts, module: Int, role: Role) {
    self.path = path
    self.tree = tree
    self.facts = facts
    self.module = module
    self.role = role
  }
}
