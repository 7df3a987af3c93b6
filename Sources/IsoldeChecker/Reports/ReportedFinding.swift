import IsoldeRules

/// What a report says about a rule.
public struct ReportedRule: Sendable, Hashable {
  /// The id in kebab-case.
  public var id: String
  /// What the rule finds, in one sentence without a full stop.
  public var summary: String
  /// Why it matters, in one sentence without a full stop.
  public var reason: String
  /// The topic.
  public var group: String
  /// The level unless a configuration says otherwise.
  public var level: Level

  /// Describes a rule by its catalogue entry.
  public init(_ info: RuleInfo) {
    id = info.id
    summary = info.summary
    reason = info.reason
    group = info.group.rawValue
    level = info.tier.level
  }

  /// Describes a rule that no catalogue has, by its id only.
  init(unknown id: String, level: Level) {
    self.id = id
    summary = id
    reason = ""
    group = ""
    self.level = level
  }
}

/// One finding with everything that a format may want to print.
public struct ReportedFinding: Sendable, Equatable {
  /// A place that explains a finding, and what happens there.
  public struct Note: Sendable, Equatable {
    /// The place.
    public var place: ReportedPlace
    /// What happens there.
    public var message: String
  }

  /// A change that removes the bug.
  public struct Fix: Sendable, Equatable {
    /// One replacement.
    public struct Edit: Sendable, Equatable {
      /// The bytes that are replaced.
      public var place: ReportedPlace
      /// What they are replaced by.
      public var text: String
    }

    /// What the change does, as an order.
    public var title: String
    /// Whether the change can be made without a look.
    public var applicability: Finding.Fix.Applicability
    /// The replacements in source order.
    public var edits: [Edit]
  }

  /// The rule.
  public var rule: ReportedRule
  /// The level, after configuration.
  public var level: Level
  /// What is wrong: lower case, no full stop.
  public var message: String
  /// Where.
  public var place: ReportedPlace
  /// The places that explain it.
  public var notes: [Note]
  /// On what it rests.
  public var confidence: Confidence
  /// What it is recognised by when lines move.
  public var fingerprint: Fingerprint
  /// A change that removes it.
  public var fix: Fix?
}
