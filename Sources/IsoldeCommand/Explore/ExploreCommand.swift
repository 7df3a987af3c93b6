import Foundation
import IsoldeChecker

/// `isolde explore FILE`: compiles a scenario and runs it under many schedules.
///
/// The explored code runs in a process of its own: the program itself stays free of what the explorer
/// replaces in the runtime.
struct ExploreCommand {
  private enum Format: String, CaseIterable {
    case text, json
  }

  private var options = ExploreOptions()
  private var format = Format.text
  private var output: String?
  private var usesCache = true
  private var file = ""
  private var isHelpWanted = false

  private static let names = [
    "--strategy", "--runs", "--seconds", "--seed", "--replay", "--timeline", "--all-orders",
    "--format", "--output", "--no-cache", "--help",
  ]
  /// Sources are smaller than that.
  private static let largestSource = 4 << 20

  init(_ arguments: inout Arguments) throws(UsageError) {
    if arguments.isHelpWanted {
      isHelpWanted = true
      return
    }
    options = try ExploreOptions(&arguments)
    format = try arguments.takeChoice("--format", Format.self) ?? .text
    output = try arguments.takeValue("--output")
    usesCache = !arguments.takeFlag("--no-cache")
    let rest = try arguments.takeRest(known: Self.names)
    guard let file = rest.first, rest.count == 1 else {
      throw UsageError("name one file", advice: "for example 'isolde explore Scenario.swift'")
    }
    self.file = file
  }

  // MARK: - Running

  func run(_ console: Console) throws(UsageError) -> ExitCode {
    if isHelpWanted { return console.print(HelpText.explore) }
    let source = try read()
    let shown = PlainText.cleaned(file)
    guard let kind = ScenarioKind(in: source) else {
      throw UsageError(
        "'\(shown)' declares neither 'scenario' nor 'outcome'",
        advice: "declare 'func scenario() async throws', or 'func outcome() async' with a result "
          + "that is Equatable and Sendable, outside of all types")
    }
    let library = try ExplorerLibrary()
    let scratch = try ScratchFolder()
    let interruption = Interruption(removing: scratch.path)
    defer { interruption.end() }
    let compiler = try SwiftCompiler(scratch: scratch)
    var report = ExploreReport(.refused)
    report.toolchain = compiler.version
    report.budget = .init(runs: options.runs, seconds: options.seconds)
    report.seed = options.seed
    do {
      let builder = ScenarioBuilder(
        compiler: compiler, library: library, scratch: scratch, usesCache: usesCache)
      let build = try builder.build(path, source, kind)
      report.compileSeconds = build.seconds
      if let program = build.program {
        let start = ContinuousClock.now
        let child = ScenarioChild(program: program, scratch: scratch)
        try ScenarioExploration(child: child, options: options).run(into: &report)
        report.seconds = start.duration(to: .now) / .seconds(1)
      } else {
        report.verdict = .compileError
        report.message = build.complaints.replacing(path, with: file)
      }
    } catch {
      console.complain("error: \(PlainText.cleaned("\(error)"))\n")
      return .internal
    }
    try write(report)
    return report.exitCode
  }

  /// The absolute path: a compiler takes other words for options, or reads options from a file.
  private var path: String {
    file.hasPrefix("/")
      ? file : FileManager.default.currentDirectoryPath + "/" + file
  }

  private func read() throws(UsageError) -> [UInt8] {
    let shown = PlainText.cleaned(file)
    let name = file.split(separator: "/").last ?? ""
    for word in [Substring(file), name] where word.hasPrefix("@") || word.hasPrefix("-") {
      throw UsageError(
        "'\(shown)' is no name that a compiler can be given", advice: "rename the file")
    }
    guard name.hasSuffix(".swift") else { throw UsageError("'\(shown)' is no '.swift' file") }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw UsageError("'\(shown)' cannot be read: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestSource,
      let data = FileManager.default.contents(atPath: path)
    else { throw UsageError("'\(shown)' is no file of up to 4 MB that can be read") }
    return Array(data)
  }

  private func write(_ report: ExploreReport) throws(UsageError) {
    let text =
      switch format {
      case .text: report.text(on: file, showsAll: options.showsTimeline)
      case .json: report.json
      }
    do throws(FileFailure) {
      if let output {
        try OutputFile.write(text, to: output)
      } else {
        _ = try StandardOutput().write(text)
      }
    } catch {
      throw UsageError(error.description)
    }
  }
}
