import Foundation
import IsoldeChecker
import IsoldeRules
import IsoldeTree

/// `isolde check`: looks for concurrency bugs in Swift sources.
struct CheckCommand {
  private var options = CheckOptions()
  private var format = ReportFormat.text
  private var output: String?
  private var readsStandardInput = false
  private var fixes = false
  private var isHelpWanted = false

  private static let names = [
    "--format", "--output", "--preset", "--only", "--skip", "--level", "--max-findings", "--diff",
    "--jobs", "--no-cache", "--config", "--tests", "--baseline", "--write-baseline", "--force",
    "--fix", "--allow-dirty", "--help",
  ]

  init(_ arguments: inout Arguments) throws(UsageError) {
    if arguments.isHelpWanted {
      isHelpWanted = true
      return
    }
    format = try arguments.takeChoice("--format", ReportFormat.self) ?? .text
    output = try arguments.takeValue("--output")
    options.rules.preset = try arguments.takeChoice("--preset", RulePreset.self)
    options.rules.only = try Self.ruleIDs(try arguments.takeList("--only"))
    options.rules.skip = try Self.ruleIDs(try arguments.takeList("--skip"))
    options.level = try arguments.takeChoice("--level", Level.self)
    options.maximumFindings = try arguments.takeNumber("--max-findings")
    options.revision = try arguments.takeValue("--diff")
    options.jobs = try arguments.takeNumber("--jobs")
    options.usesCache = !arguments.takeFlag("--no-cache")
    options.configurationFile = try arguments.takeValue("--config")
    options.tests = try arguments.takeChoice("--tests", TestPolicy.self)
    options.writesBaseline = arguments.takeFlag("--write-baseline")
    options.isForced = arguments.takeFlag("--force")
    fixes = arguments.takeFlag("--fix")
    let allowsDirty = arguments.takeFlag("--allow-dirty")
    options.isForced = options.isForced || allowsDirty
    try takeBaseline(&arguments)
    let rest = try arguments.takeRest(known: Self.names)
    readsStandardInput = rest.contains("-")
    if readsStandardInput, rest.count > 1 {
      throw UsageError("'-' reads one source from standard input and cannot stand beside paths")
    }
    options.paths = rest.filter { $0 != "-" }
    if options.writesBaseline, options.revision != nil {
      throw UsageError(
        "a baseline of '--diff' would forget everything else", advice: "leave out one of the two")
    }
  }

  /// `--baseline` can stand alone: then the file has its usual name. `--baseline=FILE` names it.
  private mutating func takeBaseline(_ arguments: inout Arguments) throws(UsageError) {
    options.baseline =
      arguments.takeFlag("--baseline")
      ? BaselineFile.defaultName : try arguments.takeValue("--baseline")
  }

  private static func ruleIDs(_ ids: [String]) throws(UsageError) -> [String] {
    for id in ids {
      if let complaint = RuleNames.complaint(about: id) {
        throw UsageError(complaint, advice: "'isolde rules' lists them")
      }
    }
    return ids
  }

  // MARK: - Running

  func run(_ console: Console) throws(UsageError) -> ExitCode {
    if isHelpWanted { return console.print(HelpText.check) }
    var options = options
    if readsStandardInput {
      let data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
      options.source = ("<stdin>", SourceText(bytes: Array(data)))
    }
    let checker = Checker(
      options, tool: .init(version: Version.number, swiftSyntax: Version.swiftSyntax),
      build: BuildIdentity.current(version: Version.number))
    let outcome: CheckOutcome
    do throws(CheckFailure) {
      outcome = try checker.run(progress: console.progress())
      console.clearProgress()
    } catch {
      console.clearProgress()
      throw UsageError(error.description)
    }
    tell(outcome, console)
    let rendered = format.render(
      outcome.report,
      options: RenderOptions(
        hasColors: output == nil && console.hasColors, width: console.width,
        workspace: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"],
        folder: FileManager.default.currentDirectoryPath))
    do throws(FileFailure) {
      if let output {
        try OutputFile.write(rendered, to: output)
      } else {
        _ = try StandardOutput().write(rendered)
      }
    } catch {
      throw UsageError(error.description)
    }
    if fixes { applyFixes(outcome, console) }
    if !outcome.report.errors.isEmpty { return .usage }
    return outcome.hasFailed ? .findings : .success
  }

  /// What is worth knowing but no finding: to standard error, so that formats stay pure.
  private func tell(_ outcome: CheckOutcome, _ console: Console) {
    for notice in outcome.notices {
      console.complain("note: \(PlainText.cleaned(notice))\n")
    }
    guard format == .xcode || format == .github else { return }
    for error in outcome.report.errors {
      console.complain("error: \(PlainText.cleaned("\(error.file): \(error.message)"))\n")
    }
  }

  private func applyFixes(_ outcome: CheckOutcome, _ console: Console) {
    let run = FixRun(root: outcome.report.root, allowsUncommittedChanges: options.isForced)
    let result = run.apply(outcome.findings, in: outcome.project)
    for skipped in result.skipped {
      console.complain(
        "note: not fixed: [\(skipped.finding.rule)] \(PlainText.cleaned(skipped.reason))\n")
    }
    console.complain(
      "fixed \(result.applied.count) findings in \(result.files.count) files\n")
  }
}
