import IsoldeRules

/// The rules that judge suppressions. They are not in the catalogue, because they look at comments
/// and at what other rules found; no comment can suppress them.
public enum SuppressionRules {
  /// A suppression that says no reason. It suppresses nothing.
  public static let withoutReason = RuleInfo(
    id: "suppression-without-reason", group: .structure,
    summary: "a suppression does not say why",
    reason: "nobody can tell later whether the finding was understood or only silenced",
    tier: .warning)

  /// A suppression that names a rule that does not exist.
  public static let unknownRule = RuleInfo(
    id: "suppression-unknown-rule", group: .structure,
    summary: "a suppression names a rule that does not exist",
    reason: "it suppresses nothing, although it looks as if it did", tier: .warning)

  /// A suppression that nothing needs any more.
  public static let unused = RuleInfo(
    id: "suppression-unused", group: .structure,
    summary: "a suppression matches no finding",
    reason: "it would hide the next bug on its line", tier: .warning)

  /// All of them, sorted by id.
  public static let all = [unknownRule, unused, withoutReason]
}
