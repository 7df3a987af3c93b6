/// The ways in which a report can be written.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people: the findings with their source lines.
  case text
  /// One line for each finding, as Xcode and editors read them.
  case xcode
  /// For programs; `Documentation/check-report.schema.json` describes it.
  case json
  /// SARIF 2.1.0, for code scanning services.
  case sarif
  /// Workflow commands that GitHub shows beside the changed lines.
  case github

  /// Writes a report in this format.
  ///
  /// - Parameters:
  ///   - report: What is written.
  ///   - options: How it is written; a format ignores what does not concern it.
  /// - Returns: The whole text, with a final line feed unless it is empty.
  public func render(_ report: Report, options: RenderOptions = RenderOptions()) -> String {
    switch self {
    case .text: TextReport.render(report, options: options)
    case .xcode: XcodeReport.render(report)
    case .json: JSONReport.render(report)
    case .sarif: SARIFReport.render(report)
    case .github: GitHubReport.render(report, options: options)
    }
  }
}

/// How a report is written.
public struct RenderOptions: Sendable, Hashable {
  /// Whether text has ANSI colours.
  public var hasColors = false
  /// The columns of the terminal; source lines are cut to it.
  public var width = 120
  /// The folder that GitHub's paths are relative to, as an absolute path: the value of
  /// `GITHUB_WORKSPACE`; `nil` if it is the report's root.
  public var workspace: String?
  /// The folder that the paths of a text are shown relative to, as an absolute path; `nil` if it is
  /// the report's root.
  public var folder: String?

  /// Creates options.
  public init(
    hasColors: Bool = false, width: Int = 120, workspace: String? = nil, folder: String? = nil
  ) {
    self.hasColors = hasColors
    self.width = width
    self.workspace = workspace
    self.folder = folder
  }
}
