import IsoldeRules

/// Which rules run, and with which level, in which file.
public struct RuleSelection: Sendable {
  /// What the command line says; it wins over the configuration.
  public struct Options: Sendable, Hashable {
    /// `--preset`.
    public var preset: RulePreset?
    /// `--only`: no other rules run.
    public var only: [String] = []
    /// `--skip`: these do not run.
    public var skip: [String] = []

    /// Creates options that say nothing.
    public init() {}
  }

  /// A rule and its level where nothing else is said about the file.
  public struct Choice: Sendable {
    /// The rule.
    public let rule: any Rule.Type
    /// Its level; `nil` if it runs only in some paths.
    public let level: Level?
  }

  /// The rules that run anywhere, by id.
  public let choices: [Choice]

  private let levels: [String: Level]
  /// The highest of the levels.
  private let highest: Level?
  private let paths: [PathSettings]
  private let tiers: [String: RuleTier]
  private let skipped: Set<String>
  private let only: Set<String>

  /// Works out which rules run.
  ///
  /// A preset turns on rules with the level of their tier, so advice comes as notes. A rule that the
  /// user names is at least a warning, unless a level is given with it. Skipping wins over naming.
  ///
  /// - Parameters:
  ///   - configuration: The project's configuration.
  ///   - options: The command line.
  ///   - rules: The rules to choose from.
  public init(
    _ configuration: Configuration, options: Options = Options(),
    rules: [any Rule.Type] = RuleCatalog.rules
  ) {
    let preset = options.preset ?? configuration.preset
    only = Set(options.only.isEmpty ? configuration.only : options.only)
    skipped = Set(configuration.skip + options.skip).subtracting(
      // Who asks for a rule now means it, whatever the file skips.
      Set(options.only).subtracting(options.skip))
    paths = configuration.paths
    tiers = Dictionary(rules.map { ($0.info.id, $0.info.tier) }, uniquingKeysWith: { $1 })
    var levels: [String: Level] = [:]
    for rule in rules where !skipped.contains(rule.info.id) {
      let setting = configuration.rules[rule.info.id]
      levels[rule.info.id] = Self.level(
        of: rule.info, setting, preset, only, isAskedFor: options.only.contains(rule.info.id))
    }
    self.levels = levels
    highest = levels.values.max()
    let inPaths = Set(configuration.paths.flatMap { $0.rules.filter { $0.value != .off }.keys })
    let (only, skipped) = (only, skipped)
    choices = rules.filter { rule in
      let id = rule.info.id
      let isPossible = !skipped.contains(id) && (only.isEmpty || only.contains(id))
      return levels[id] != nil || (isPossible && inPaths.contains(id))
    }.map { Choice(rule: $0, level: levels[$0.info.id]) }
  }

  /// The level of a rule's findings in a file.
  ///
  /// - Parameters:
  ///   - id: The rule.
  ///   - path: The file relative to the root.
  /// - Returns: `nil` if the rule is off there, or below the level that is reported there.
  public func level(of id: String, in path: String) -> Level? {
    var level = levels[id]
    var lowest = Level.note
    for settings in paths where settings.pattern.covers(path) {
      lowest = settings.level ?? lowest
      guard let setting = settings.rules[id], !skipped.contains(id),
        only.isEmpty || only.contains(id)
      else { continue }
      switch setting {
      case .off: level = nil
      case .on: level = level ?? tiers[id].map(Self.named)
      case .level(let own): level = own
      }
    }
    return level.flatMap { $0 < lowest ? nil : $0 }
  }

  /// The highest level that a finding in a file can have; `nil` if no rule runs there.
  ///
  /// - Parameter path: The file relative to the root.
  /// - Returns: The level.
  /// - Complexity: O(1), unless the configuration has settings for paths.
  public func highestLevel(in path: String) -> Level? {
    guard !paths.isEmpty else { return highest }
    return choices.compactMap { level(of: $0.rule.info.id, in: path) }.max()
  }

  private static func level(
    of rule: RuleInfo, _ setting: RuleSetting?, _ preset: RulePreset, _ only: Set<String>,
    isAskedFor: Bool
  ) -> Level? {
    guard only.isEmpty || only.contains(rule.id) else { return nil }
    switch setting {
    case .level(let level): return level
    case .on: return named(rule.tier)
    case .off where !isAskedFor: return nil
    default: break
    }
    if only.contains(rule.id) { return named(rule.tier) }
    return preset.includes(rule) ? rule.tier.level : nil
  }

  /// The level of a rule that the user names.
  private static func named(_ tier: RuleTier) -> Level { max(tier.level, .warning) }
}
