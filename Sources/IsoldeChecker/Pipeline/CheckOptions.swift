import IsoldeModel
import IsoldeRules
import IsoldeTree

/// What a run of the checker is asked to do; what is not said here, the configuration says.
public struct CheckOptions: Sendable {
  /// The files and folders; the current folder if empty.
  public var paths: [String] = []
  /// A source that is checked instead of files, and the name it goes by.
  public var source: (name: String, text: SourceText)?
  /// A configuration file instead of the project's own.
  public var configurationFile: String?
  /// Which rules run.
  public var rules = RuleSelection.Options()
  /// The lowest level that is reported and fails the run.
  public var level: Level?
  /// How many findings are reported at most.
  public var maximumFindings: Int?
  /// How many files are read at once; the number of processors by default.
  public var jobs: Int?
  /// Whether results of earlier runs are used and kept.
  public var usesCache = true
  /// What is reported in tests, mocks, previews and examples.
  public var tests: TestPolicy?
  /// The file with known findings, relative to the root; it has to exist.
  public var baseline: String?
  /// Whether the baseline is written instead of compared with.
  public var writesBaseline = false
  /// Whether a baseline may grow, and files with uncommitted changes may be written.
  public var isForced = false
  /// Only what changed since this revision is reported.
  public var revision: String?

  /// Creates options that leave everything to the configuration.
  public init() {}
}

/// Something that keeps a run from starting, in words for the user.
public struct CheckFailure: Error, Hashable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public var description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}

/// What a run found, and what is needed to act on it.
public struct CheckOutcome: Sendable {
  /// What is to be printed.
  public var report: Report
  /// The findings that the report shows.
  public var findings: [Finding]
  /// The project that they refer to.
  public var project: Project
  /// What was left out, worth a line each.
  public var notices: [String]
  /// The lowest level that fails the run.
  public var threshold: Level
  /// How many findings the report leaves out because there are too many.
  public var omitted: Int
  /// Whether a finding reaches the threshold, those that are left out included.
  public var hasFailed: Bool
}
