import IsoldeModel
import IsoldeTree

/// A check for one kind of bug.
///
/// A rule is one file and one page. The page, named after the rule's id, says what the rule finds and
/// holds the examples that are its tests. A rule implements the `check` that fits its question; it
/// keeps no state between calls and stays silent where it is not sure.
public protocol Rule: Sendable {
  /// What the rule is called and how sure it is.
  static var info: RuleInfo { get }

  /// Creates the rule.
  init()

  /// Judges a file as a whole; for questions about calls and syntax.
  func check(_ file: FileContext, _ report: inout Reporter)

  /// Judges one declaration with code; for questions about paths and order.
  func check(_ code: CodeContext, _ report: inout Reporter)

  /// Judges one type that the file declares; for questions about its members together.
  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter)
}

extension Rule {
  /// Finds nothing.
  public func check(_ file: FileContext, _ report: inout Reporter) {}

  /// Finds nothing.
  public func check(_ code: CodeContext, _ report: inout Reporter) {}

  /// Finds nothing.
  public func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {}
}

/// What is known about a rule before it runs.
public struct RuleInfo: Sendable {
  /// The name in kebab-case; it names the problem.
  public let id: String
  /// The group of related rules, by the letter of the catalogue.
  public let group: RuleGroup
  /// What the rule finds, in one sentence without a full stop.
  public let summary: String
  /// Why it matters, in one sentence without a full stop.
  public let reason: String
  /// Whether it runs by default, and how severe its findings are.
  public let tier: RuleTier
  /// The version that brought it.
  public let since: String
  /// The names of which at least one must stand in a file for the rule to find anything; empty for
  /// rules that can find something anywhere.
  public let triggers: [String]

  /// Describes a rule.
  public init(
    id: String, group: RuleGroup, summary: String, reason: String, tier: RuleTier,
    since: String = "0.1.0", triggers: [String] = []
  ) {
    self.id = id
    self.group = group
    self.summary = summary
    self.reason = reason
    self.tier = tier
    self.since = since
    self.triggers = triggers
  }
}

/// Rules by topic.
public enum RuleGroup: String, Sendable, CaseIterable {
  case reentrancy = "Reentrancy"
  case tasks = "Tasks"
  case cancellation = "Cancellation"
  case sendability = "Sendability"
  case blocking = "Blocking"
  case continuations = "Continuations"
  case streams = "Streams"
  case isolation = "Isolation"
  case structure = "Structure"
  case migration = "Migration"
}

/// Whether a rule runs by default, from what was measured on public code.
public enum RuleTier: String, Sendable, CaseIterable {
  /// On by default; at least 98 of 100 findings are right.
  case error
  /// On by default; at least 90 of 100 findings are right.
  case warning
  /// Off until it is asked for: advice, or right less often.
  case optIn = "opt-in"
  /// Off until it is asked for by name; not measured enough, and free to change.
  case experimental

  /// Whether the rule runs without being asked for.
  public var isDefault: Bool { self == .error || self == .warning }

  /// The level of its findings unless a configuration says otherwise.
  public var level: Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .optIn, .experimental: .note
    }
  }
}
