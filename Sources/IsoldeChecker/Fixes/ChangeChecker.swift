/// Says which files have changes that nobody could bring back.
public protocol ChangeChecker: Sendable {
  /// The files with uncommitted changes, those included that version control does not know.
  ///
  /// - Parameters:
  ///   - files: The files in question, relative to the root.
  ///   - root: The folder, as a path.
  /// - Returns: Those of the files that have such changes.
  /// - Throws: `ChangeCheckFailure` if nobody can say.
  func uncommittedChanges(
    among files: [String], in root: String
  ) throws(ChangeCheckFailure) -> Set<String>
}

/// Why it is not known which files have uncommitted changes.
public struct ChangeCheckFailure: Error, Equatable, CustomStringConvertible {
  /// The reason, in a few words.
  public var reason: String
  /// The failure in one sentence without a full stop.
  public var description: String { "uncommitted changes cannot be looked for: \(reason)" }

  /// Creates a failure.
  public init(reason: String) { self.reason = reason }
}
