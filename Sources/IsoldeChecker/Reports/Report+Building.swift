import IsoldeModel
import IsoldeRules
import IsoldeTree

extension Report {
  /// Makes a report of what rules found in a project.
  ///
  /// - Parameters:
  ///   - findings: The findings in any order; one that is there twice is reported once.
  ///   - project: The project that the findings refer to.
  ///   - rules: The rules that ran, with those that judge suppressions.
  ///   - tool: The program.
  ///   - root: The folder that the project's paths are relative to, as an absolute path.
  ///   - summary: What was looked at.
  ///   - errors: The files that could not be judged.
  ///   - incomplete: Whether something that should have been judged was not.
  /// - Complexity: O(*n* log *n*) in the number of findings.
  public init(
    of findings: [Finding], in project: Project, rules: [RuleInfo], tool: Tool, root: String,
    summary: Summary, errors: [Failure] = [], incomplete: Bool = false
  ) {
    let rules = rules.map(ReportedRule.init).sorted { $0.id < $1.id }
    let builder = FindingReporter(project: project, rules: rules)
    self.init(
      tool: tool, root: root, summary: summary, rules: rules,
      findings: builder.report(findings), errors: errors.sorted { $0.file < $1.file },
      incomplete: incomplete)
  }
}

/// Turns findings into reported ones: finds their lines, sorts them, and gives them fingerprints.
struct FindingReporter {
  private let project: Project
  private let rules: [String: ReportedRule]

  init(project: Project, rules: [ReportedRule]) {
    self.project = project
    self.rules = Dictionary(rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func report(_ findings: [Finding]) -> [ReportedFinding] {
    var reported: [ReportedFinding] = []
    reported.reserveCapacity(findings.count)
    // A file that belongs to two modules is judged twice, and both speak for it.
    let byPath = Dictionary(grouping: findings) { project.units[$0.unit].path }
    for path in byPath.keys.sorted() {
      reported += report(inOneFile: byPath[path] ?? [])
    }
    return reported
  }

  private func report(inOneFile findings: [Finding]) -> [ReportedFinding] {
    guard let unit = findings.first?.unit else { return [] }
    var fingerprints = FingerprintMaker(project.units[unit].tree)
    var previous: Finding?
    return findings.sorted(by: Self.precedes).compactMap { finding in
      if let previous, previous.range == finding.range, previous.rule == finding.rule,
        previous.message == finding.message
      {
        return nil
      }
      previous = finding
      return ReportedFinding(
        rule: rules[finding.rule] ?? ReportedRule(unknown: finding.rule, level: finding.level),
        level: finding.level, message: finding.message, place: place(finding.range, unit),
        notes: finding.notes.map { .init(place: place($0.range, $0.unit), message: $0.message) },
        confidence: finding.confidence,
        fingerprint: fingerprints.next(rule: finding.rule, offset: finding.range.lowerBound),
        fix: finding.fix.map { report($0, unit) })
    }
  }

  private func report(_ fix: Finding.Fix, _ unit: Int) -> ReportedFinding.Fix {
    ReportedFinding.Fix(
      title: fix.title, applicability: fix.applicability,
      edits: fix.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        .map { .init(place: place($0.range, unit), text: $0.text) })
  }

  private func place(_ range: Range<Int>, _ unit: Int) -> ReportedPlace {
    ReportedPlace(range, in: project.units[unit].tree.text, file: project.units[unit].path)
  }

  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.range.lowerBound != right.range.lowerBound {
      return left.range.lowerBound < right.range.lowerBound
    }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.range.upperBound != right.range.upperBound {
      return left.range.upperBound < right.range.upperBound
    }
    return left.message < right.message
  }
}
