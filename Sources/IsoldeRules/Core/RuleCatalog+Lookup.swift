extension RuleCatalog {
  /// The ids of all rules, sorted.
  public static let ids: [String] = rules.map { $0.info.id }

  /// The rule with an id.
  public static func rule(_ id: String) -> (any Rule.Type)? {
    for rule in rules where rule.info.id == id { return rule }
    return nil
  }
}
