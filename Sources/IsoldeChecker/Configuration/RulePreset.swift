import IsoldeRules

/// A set of rules by purpose.
public enum RulePreset: String, Sendable, Hashable, CaseIterable {
  /// The rules whose findings are almost always right.
  case `default`
  /// All rules but experimental ones.
  case strict
  /// The default rules and those that help on the way to Swift 6.
  case migration
  /// The default rules and those that matter under load.
  case server

  /// Whether the preset turns on a rule.
  public func includes(_ rule: RuleInfo) -> Bool {
    if rule.tier.isDefault { return true }
    guard rule.tier == .optIn else { return false }
    switch self {
    case .default: return false
    case .strict: return true
    case .migration: return rule.group == .migration || Self.migrationRules.contains(rule.id)
    case .server: return Self.serverRules.contains(rule.id)
    }
  }

  private static let migrationRules: Set<String> = [
    "preconcurrency-without-ticket", "unchecked-sendable-without-reason",
    "nonisolated-async-expected-off-main", "delegate-callback-hop-captures-parameter",
    "completion-handler-has-async-twin", "gcd-in-new-code", "observable-object-not-main-actor",
  ]

  private static let serverRules: Set<String> = [
    "unbounded-task-group", "task-group-results-accumulate", "asyncstream-unbounded-buffer",
    "continuation-without-cancellation-handler", "long-loop-without-cancellation-check",
    "transitive-blocking-call", "sync-io-in-async", "task-local-lost",
  ]
}
