import IsoldeTree

/// How severe a finding is.
public enum Level: String, Sendable, CaseIterable, Comparable {
  case note, warning, error

  /// Whether a level is less severe than another.
  public static func < (left: Level, right: Level) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// On what a finding rests.
public enum Confidence: String, Sendable {
  /// The syntax alone shows it.
  case syntax
  /// The names involved were resolved in the project.
  case resolved
  /// The compiler's types confirmed it.
  case typed
}

/// One place in a file where a rule sees a bug.
public struct Finding: Sendable {
  /// A place that explains the finding, and what happens there.
  public struct Note: Sendable, Hashable {
    /// The index of the file in the project.
    public var unit: Int
    /// The bytes.
    public var range: Range<Int>
    /// What happens there.
    public var message: String
  }

  /// A change that removes the bug.
  public struct Fix: Sendable, Hashable {
    /// Whether the change can be made without a look.
    public enum Applicability: String, Sendable {
      /// It keeps what the code means apart from the bug.
      case safe
      /// It should be read before it is kept.
      case review
    }

    /// One replacement of bytes.
    public struct Edit: Sendable, Hashable {
      /// The bytes that are replaced.
      public var range: Range<Int>
      /// What they are replaced by.
      public var text: String

      /// Creates an edit.
      public init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = text
      }
    }

    /// What the change does, as an order: `move the reset into a defer`.
    public var title: String
    /// Whether the change can be made without a look.
    public var applicability: Applicability
    /// The replacements, all in the finding's file, not overlapping.
    public var edits: [Edit]

    /// Creates a fix.
    public init(_ title: String, _ applicability: Applicability, _ edits: [Edit]) {
      self.title = title
      self.applicability = applicability
      self.edits = edits
    }
  }

  /// The rule's id.
  public var rule: String
  /// The index of the file in the project.
  public var unit: Int
  /// The bytes that are underlined.
  public var range: Range<Int>
  /// The level.
  public var level: Level
  /// What is wrong, in the compiler's style: lower case, no full stop, names in quotes.
  public var message: String
  /// The places that explain it.
  public var notes: [Note] = []
  /// On what it rests.
  public var confidence: Confidence
  /// A change that removes it.
  public var fix: Fix?
}
