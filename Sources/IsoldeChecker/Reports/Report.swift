import IsoldeRules

/// Everything that one run of the checker has to say, ready for any format.
///
/// A report holds text and numbers only: no tree, no project. Its findings are sorted by file, line,
/// column and rule, so that two runs over the same files print the same.
public struct Report: Sendable {
  /// The program that made the report.
  public struct Tool: Sendable, Hashable {
    /// The program's name.
    public var name = "isolde"
    /// The program's version.
    public var version: String
    /// The SwiftSyntax that read the files, as people would name it.
    public var swiftSyntax: String

    /// Describes a build of the checker.
    public init(version: String, swiftSyntax: String) {
      self.version = version
      self.swiftSyntax = swiftSyntax
    }
  }

  /// What was looked at.
  public struct Summary: Sendable, Hashable {
    /// How many files were read.
    public var filesRead: Int
    /// How many files were left out, such as those that are too large.
    public var filesSkipped: Int
    /// How long the run took.
    public var seconds: Double
    /// The modules whose settings were assumed because nothing says them.
    public var assumedModules: [String]
    /// How many findings comments suppressed.
    public var suppressed = 0
    /// What the baseline did; `nil` if there was none.
    public var baseline: BaselineUse?

    /// Describes a run.
    public init(
      filesRead: Int, filesSkipped: Int = 0, seconds: Double = 0, assumedModules: [String] = [],
      suppressed: Int = 0, baseline: BaselineUse? = nil
    ) {
      self.filesRead = filesRead
      self.filesSkipped = filesSkipped
      self.seconds = seconds
      self.assumedModules = assumedModules
      self.suppressed = suppressed
      self.baseline = baseline
    }
  }

  /// What a baseline did to a report.
  public struct BaselineUse: Sendable, Hashable {
    /// How many findings it knew, which are not reported.
    public var known: Int
    /// How many of its entries are no longer found.
    public var gone: Int

    /// Describes the use of a baseline.
    public init(known: Int, gone: Int) {
      self.known = known
      self.gone = gone
    }
  }

  /// Something that kept a file from being judged.
  public struct Failure: Sendable, Hashable {
    /// The file, relative to the root.
    public var file: String
    /// What went wrong, in one sentence without a full stop.
    public var message: String

    /// Describes a failure.
    public init(file: String, message: String) {
      self.file = file
      self.message = message
    }
  }

  /// The program that made the report.
  public var tool: Tool
  /// The folder that all paths are relative to, as an absolute path.
  public var root: String
  /// What was looked at.
  public var summary: Summary
  /// The rules that ran, sorted by id.
  public var rules: [ReportedRule]
  /// The findings, sorted by file, line, column and rule.
  public var findings: [ReportedFinding]
  /// The files that could not be judged, sorted by name.
  public var errors: [Failure]
  /// Whether something that should have been judged was not.
  public var incomplete: Bool

  /// Creates a report from parts that are sorted already.
  public init(
    tool: Tool, root: String, summary: Summary, rules: [ReportedRule] = [],
    findings: [ReportedFinding] = [], errors: [Failure] = [], incomplete: Bool = false
  ) {
    self.tool = tool
    self.root = root
    self.summary = summary
    self.rules = rules
    self.findings = findings
    self.errors = errors
    self.incomplete = incomplete
  }
}

extension Report {
  /// How many findings there are of each level.
  public struct Counts: Sendable, Hashable {
    /// Findings of level `error`.
    public var errors = 0
    /// Findings of level `warning`.
    public var warnings = 0
    /// Findings of level `note`.
    public var notes = 0

    /// All findings.
    public var total: Int { errors + warnings + notes }
  }

  /// How many findings there are of each level.
  public var counts: Counts {
    var counts = Counts()
    for finding in findings {
      switch finding.level {
      case .error: counts.errors += 1
      case .warning: counts.warnings += 1
      case .note: counts.notes += 1
      }
    }
    return counts
  }

  /// Whether some finding is at least as severe as a level; decides the exit code.
  public func hasFindings(atLeast level: Level) -> Bool {
    findings.contains { $0.level >= level }
  }
}
