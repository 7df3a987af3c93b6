import Foundation
import IsoldeModel
import IsoldeRules
import IsoldeTree

/// Checks Swift sources: from paths to a report.
///
/// Nothing of the project is run or built. Files are read in parallel, merged into one project, and
/// judged in parallel; the result is the same for any number of threads.
public struct Checker: Sendable {
  /// What the run is asked to do.
  public let options: CheckOptions
  private let tool: Report.Tool
  private let build: String

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - options: What the run is asked to do.
  ///   - tool: The program, for the report.
  ///   - build: What tells this build from others, for the cache.
  public init(_ options: CheckOptions, tool: Report.Tool, build: String) {
    self.options = options
    self.tool = tool
    self.build = build
  }

  /// What the run says while it goes on.
  public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  /// Runs the check.
  ///
  /// - Parameter progress: Called, on any thread, whenever a file was read.
  /// - Returns: The report and what it rests on.
  /// - Throws: `CheckFailure` if the configuration, the options or the baseline make no sense.
  public func run(progress: @escaping Progress = { _, _ in }) throws(CheckFailure) -> CheckOutcome {
    let start = ContinuousClock.now
    var run = try Preparation(options, build: build)
    let results = run.readFiles(progress)
    let units = results.compactMap { result -> SourceUnit? in
      if case .read(let unit, _) = result { return unit }
      return nil
    }
    let failures = results.compactMap { result -> InputError? in
      if case .failed(let error) = result { return error }
      return nil
    }
    run.finishCache(results)
    let project = Project(units: units, modules: run.modules)
    let judged = judge(project, run)
    let findings = try keepChanged(judged.findings, project, run)
    let errors = (run.errors + failures).map {
      Report.Failure(file: $0.path, message: "\($0.message); \($0.advice)")
    }
    let elapsed = ContinuousClock.now - start
    var report = Report(
      of: findings, in: project,
      rules: run.selection.choices.map { $0.rule.info } + SuppressionRules.all,
      tool: tool, root: run.root,
      summary: .init(
        filesRead: units.count, filesSkipped: run.skipped, seconds: elapsed / .seconds(1),
        assumedModules: run.assumedModules, suppressed: judged.suppressed),
      errors: errors, incomplete: !errors.isEmpty)
    try applyBaseline(to: &report, units, run)
    return finish(report, findings, project, run)
  }

  // MARK: - Judging

  private struct Judgement {
    var findings: [Finding] = []
    var suppressed = 0
  }

  private func judge(_ project: Project, _ run: Preparation) -> Judgement {
    let runner = RuleRunner(run.selection.choices.map(\.rule))
    let filter = SuppressionFilter(enabled: Set(run.selection.choices.map { $0.rule.info.id }))
    let (selection, policy) = (run.selection, run.tests)
    let outcomes = run.workers.map(Array(project.units.indices)) { unit in
      let file = FileContext(project: project, unit: unit)
      let outcome = filter.apply(to: runner.run(on: file), unit: unit, tree: file.tree)
      let source = project.units[unit]
      let findings = outcome.findings.compactMap { finding -> Finding? in
        var finding = finding
        if !SuppressionRules.all.contains(where: { $0.id == finding.rule }) {
          guard let level = selection.level(of: finding.rule, in: source.path) else { return nil }
          finding.level = level
        }
        return policy.reports(finding.level, in: source.role) ? finding : nil
      }
      return (findings, outcome.suppressed.count)
    }
    var judgement = Judgement()
    for (findings, suppressed) in outcomes {
      judgement.findings += findings
      judgement.suppressed += suppressed
    }
    return judgement
  }

  /// With `--diff`, keeps the findings that touch a changed line.
  private func keepChanged(
    _ findings: [Finding], _ project: Project, _ run: Preparation
  ) throws(CheckFailure) -> [Finding] {
    guard let revision = options.revision else { return findings }
    let changes = try ChangedLines(since: revision, root: run.root)
    return findings.filter { changes.touch($0, in: project) }
  }

  // MARK: - Finishing

  private func applyBaseline(
    to report: inout Report, _ units: [SourceUnit], _ run: Preparation
  ) throws(CheckFailure) {
    guard options.writesBaseline || options.baseline != nil || run.configuration.baseline != nil
    else { return }
    let name = options.baseline ?? run.configuration.baseline ?? BaselineFile.defaultName
    let path = PathText.join(run.root, name)
    let file = BaselineFile(path: path, allowsUncommittedChanges: options.isForced)
    let read = Set(units.map(\.path))
    let rules = Set(report.rules.map(\.id))
    let root = run.root
    let isInReach: (Baseline.Entry) -> Bool = { entry in
      rules.contains(entry.rule)
        && (read.contains(entry.file) || !FileSystem.exists(PathText.join(root, entry.file)))
    }
    do throws(BaselineFailure) {
      if options.writesBaseline {
        let written = try file.update(
          with: report.findings, tool: tool, isForced: options.isForced, isInReach: isInReach)
        report.hide(written, isInReach: isInReach)
      } else if let known = try file.read() {
        report.hide(known, isInReach: isInReach)
      } else {
        throw .file(.system(operation: "open", path: path, code: ENOENT))
      }
    } catch {
      throw CheckFailure(error.description)
    }
  }

  private func finish(
    _ full: Report, _ findings: [Finding], _ project: Project, _ run: Preparation
  ) -> CheckOutcome {
    var report = full
    let explicit = options.level ?? run.configuration.level
    let threshold = explicit ?? .warning
    if let explicit { report.findings.removeAll { $0.level < explicit } }
    let hasFailed = report.hasFindings(atLeast: threshold)
    let limit = options.maximumFindings ?? run.configuration.maximumFindings ?? .max
    let omitted = max(0, report.findings.count - limit)
    if omitted > 0 { report.findings.removeLast(omitted) }
    var notices = run.notices
    if omitted > 0 { notices.append("\(omitted) more findings are not shown") }
    return CheckOutcome(
      report: report, findings: findings, project: project, notices: notices,
      threshold: threshold, omitted: omitted, hasFailed: hasFailed)
  }
}
