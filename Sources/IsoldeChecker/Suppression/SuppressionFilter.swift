import IsoldeRules
import IsoldeTree

/// Takes out the findings that comments in the source suppress, and judges these comments.
///
/// - `// isolde:ignore id, id - reason` on a line of its own speaks of the next line that is not a
///   comment; behind code it speaks of that line. It reaches findings that start on the line, and
///   findings in a statement that starts there, but not in the braces of that statement.
/// - `// isolde:ignore-file id, id - reason` in the first 20 lines or before the first declaration
///   speaks of the file.
///
/// Only what is named is suppressed, and only with a reason. Block comments and documentation do not
/// count.
public struct SuppressionFilter: Sendable {
  /// What is left of a file's findings.
  public struct Outcome: Sendable {
    /// The findings that no comment suppresses, and those about the comments, in no particular order.
    public var findings: [Finding]
    /// The findings that comments suppress.
    public var suppressed: [Finding]
  }

  private let known: [String]
  private let enabled: Set<String>

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - known: The ids of all rules that exist.
  ///   - enabled: The ids of those that ran; a suppression of another one is never called unused.
  public init(known: [String] = RuleCatalog.ids, enabled: Set<String>) {
    self.known = known
    self.enabled = enabled
  }

  /// Sorts a file's findings into those to report and those that comments suppress.
  ///
  /// - Parameters:
  ///   - findings: What the rules found in the file.
  ///   - unit: The index of the file in its project.
  ///   - tree: The file's syntax.
  /// - Returns: The findings to report, with those about the comments, and the suppressed ones.
  /// - Complexity: O(*n*) in the number of comments, when none of them suppresses anything.
  public func apply(to findings: [Finding], unit: Int, tree: Tree) -> Outcome {
    let comments = tree.comments.compactMap { SuppressionComment($0, in: tree) }
    guard !comments.isEmpty else { return Outcome(findings: findings, suppressed: []) }
    let lines = SuppressionLines(tree)
    var judge = SuppressionJudge(unit: unit, tree: tree, known: known, enabled: enabled)
    var byLine: [Int: [Int]] = [:]
    var forFile: [Int] = []
    for (index, comment) in comments.enumerated() where judge.accepts(comment, lines) {
      if comment.scope == .file {
        forFile.append(index)
      } else {
        byLine[lines.line(of: comment), default: []].append(index)
      }
    }
    var outcome = Outcome(findings: [], suppressed: [])
    var used: [Set<String>] = Array(repeating: [], count: comments.count)
    for finding in findings {
      let near = lines.lines(ofFindingAt: finding.range.lowerBound).flatMap { byLine[$0] ?? [] }
      let matching = (forFile + near).filter { index in
        comments[index].names.contains { $0.id == finding.rule }
      }
      for index in matching { used[index].insert(finding.rule) }
      if matching.isEmpty {
        outcome.findings.append(finding)
      } else {
        outcome.suppressed.append(finding)
      }
    }
    for index in forFile + byLine.values.joined() {
      judge.reportUnused(comments[index], used[index])
    }
    outcome.findings += judge.findings
    return outcome
  }
}
