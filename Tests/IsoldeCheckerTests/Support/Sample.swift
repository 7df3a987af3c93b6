import IsoldeChecker
import IsoldeModel
import IsoldeRules
import IsoldeSyntax
import IsoldeTree

/// A small project with findings that stand where a test says.
struct Sample {
  /// The files by path, in the order of the project.
  let project: Project
  /// What is reported.
  var findings: [Finding] = []

  /// A rule that exists only in tests.
  static let rule = RuleInfo(
    id: "stale-check", group: .reentrancy, summary: "a check that no longer holds is relied on",
    reason: "others may run at the await between the check and its use", tier: .warning)
  /// A second one, whose findings are errors.
  static let severeRule = RuleInfo(
    id: "double-resume", group: .continuations, summary: "a continuation is resumed twice",
    reason: "the second resume traps", tier: .error)
  /// Both.
  static let rules = [rule, severeRule]

  init(_ files: (path: String, source: String)...) {
    self.init(files.map { ($0.path, Array($0.source.utf8)) })
  }

  init(_ files: [(path: String, bytes: [UInt8])]) {
    let units = files.map { file in
      let tree = FrontEnd.read(SourceText(bytes: file.bytes))
      return SourceUnit(
        path: file.path, tree: tree, facts: FactCollector.collect(tree), module: 0,
        role: .production)
    }
    project = Project(units: units, modules: [ModuleSettings(name: "App")])
  }

  init(_ source: String) { self.init((path: "Wallet.swift", source: source)) }

  func tree(_ unit: Int = 0) -> Tree { project.units[unit].tree }

  /// The bytes of the nth occurrence of a text in a file.
  func range(of marked: String, occurrence: Int = 0, unit: Int = 0) -> Range<Int> {
    let bytes = tree(unit).text.bytes
    let sought = Array(marked.utf8)
    var left = occurrence
    for start in 0..<max(0, bytes.count - sought.count + 1)
    where bytes[start..<start + sought.count].elementsEqual(sought) {
      if left == 0 { return start..<start + sought.count }
      left -= 1
    }
    return bytes.count..<bytes.count
  }

  /// Adds a finding at the nth occurrence of a text.
  mutating func find(
    _ marked: String, occurrence: Int = 0, unit: Int = 0, rule: RuleInfo = Sample.rule,
    message: String = "'balance' may have changed", notes: [(String, Int, String)] = [],
    fix: Finding.Fix? = nil
  ) {
    var reporter = Reporter(rule, unit: unit, tree: tree(unit))
    reporter.report(.root, message, notes: notes.map { (.root, $0.2) }, fix: fix)
    for var finding in reporter.findings {
      finding.range = range(of: marked, occurrence: occurrence, unit: unit)
      for (index, note) in notes.enumerated() {
        finding.notes[index].unit = note.1
        finding.notes[index].range = range(of: note.0, unit: note.1)
      }
      findings.append(finding)
    }
  }

  /// The report of everything found.
  func report(
    summary: Report.Summary = Report.Summary(filesRead: 1, seconds: 0.84),
    errors: [Report.Failure] = [], incomplete: Bool = false
  ) -> Report {
    Report(
      of: findings, in: project, rules: Self.rules + SuppressionRules.all,
      tool: .init(version: "0.1.0", swiftSyntax: "603.0.0 of the toolchain"), root: "/src/app",
      summary: summary, errors: errors, incomplete: incomplete)
  }
}

extension Sample {
  /// The actor of the project's readme, with its finding.
  static func wallet() -> Sample {
    var sample = Sample(
      """
      actor Wallet {
        private(set) var balance = 100
        func pay(_ amount: Int) async {
          guard balance >= amount else { return }
          await audit(amount)
          balance -= amount
        }
      }

      """)
    sample.find(
      "balance -= amount",
      message: "'balance' was checked on line 4, but it may have changed at the await on line 5",
      notes: [
        ("balance >= amount", 0, "it is checked here"),
        ("await audit(amount)", 0, "others may run here"),
      ])
    return sample
  }
}
