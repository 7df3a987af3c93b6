import IsoldeRules

/// What a project asks of the checker, as `.isolde.yml` says it.
///
/// Every key is optional. `Documentation/Configuration.md` describes them.
public struct Configuration: Sendable, Hashable {
  /// `preset`: which rules run unless something else is said about them.
  public var preset = RulePreset.default
  /// `rules`: what is said about single rules.
  public var rules: [String: RuleSetting] = [:]
  /// `only`: if not empty, no other rules run.
  public var only: [String] = []
  /// `skip`: rules that do not run.
  public var skip: [String] = []
  /// `include`: if not empty, only these files are checked.
  public var include: [PathPattern] = []
  /// `exclude`: files that are not checked.
  public var exclude: [PathPattern] = []
  /// `paths`: what is said about parts of the project; later entries win.
  public var paths: [PathSettings] = []
  /// `level`: the lowest level that counts as a failure; `nil` leaves it to the command line.
  public var level: Level?
  /// `max-findings`: how many findings are reported at most.
  public var maximumFindings: Int?
  /// `jobs`: how many files are read at once.
  public var jobs: Int?
  /// `baseline`: the file with known findings, relative to the root.
  public var baseline: String?
  /// `cache`: where results are kept; `nil` leaves it to the command line.
  public var cache: CacheLocation?
  /// `tests`: what is reported in tests, mocks, previews and examples.
  public var tests = TestPolicy.errors
  /// `max-file-size`: larger files are skipped, in bytes.
  public var maximumFileSize = 4 << 20

  /// Creates the configuration of a project without a file.
  public init() {}
}

/// What is said about one rule.
public enum RuleSetting: Sendable, Hashable {
  /// It does not run.
  case off
  /// It runs with the level that it has by itself, or as a warning if it has to be asked for.
  case on
  /// It runs with this level.
  case level(Level)
}

/// What is said about a part of a project.
public struct PathSettings: Sendable, Hashable {
  /// `path`: the files.
  public var pattern: PathPattern
  /// `rules`: what is said about single rules there.
  public var rules: [String: RuleSetting]
  /// `level`: the lowest level that is reported there.
  public var level: Level?

  /// Creates settings.
  public init(
    pattern: PathPattern, rules: [String: RuleSetting] = [:], level: Level? = nil
  ) {
    self.pattern = pattern
    self.rules = rules
    self.level = level
  }
}

/// Where results of earlier runs are kept.
public enum CacheLocation: Sendable, Hashable {
  /// Nowhere.
  case off
  /// In a folder, relative to the root.
  case folder(String)
}
