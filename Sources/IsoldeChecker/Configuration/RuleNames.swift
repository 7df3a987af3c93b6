import IsoldeRules

/// Helps with names of rules that nobody knows.
public enum RuleNames {
  /// What to say about a name, with the nearest rule.
  ///
  /// - Parameters:
  ///   - id: The name as written.
  ///   - known: The ids that exist.
  /// - Returns: `nil` if a rule has the name; else a message in lower case without a full stop.
  public static func complaint(about id: String, known: [String] = RuleCatalog.ids) -> String? {
    guard !known.contains(id) else { return nil }
    let nearest = NearestName.find(id, in: known)
    return nearest.map { "unknown rule '\(id)'; did you mean '\($0)'?" }
      ?? "unknown rule '\(id)'; no rule has a similar name"
  }
}
