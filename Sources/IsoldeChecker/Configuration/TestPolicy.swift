import IsoldeModel
import IsoldeRules

/// What is reported in code that does not ship.
public enum TestPolicy: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case off
  /// Only errors.
  case errors
  /// The same as in other code.
  case all

  /// Whether a finding is reported.
  ///
  /// In generated code only errors are, and only where they are reported in tests as well.
  ///
  /// - Parameters:
  ///   - level: The finding's level.
  ///   - role: What its file is for.
  /// - Returns: Whether the finding is shown and counted.
  public func reports(_ level: Level, in role: SourceUnit.Role) -> Bool {
    switch (role, self) {
    case (.production, _), (.support, .all): true
    case (_, .off): false
    case (.support, .errors), (.generated, _): level == .error
    }
  }
}
