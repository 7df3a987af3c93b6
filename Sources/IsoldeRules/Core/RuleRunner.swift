import IsoldeModel

/// Runs a set of rules over files.
public struct RuleRunner: Sendable {
  private let rules: [(info: RuleInfo, rule: any Rule)]

  /// Creates a runner for some rules.
  public init(_ rules: [any Rule.Type]) {
    self.rules = rules.map { ($0.info, $0.init()) }
  }

  /// The findings of all rules in one file, in no particular order.
  ///
  /// - Parameter file: The file.
  /// - Returns: The findings; none for a file of which only declarations were read.
  /// - Complexity: O(*n* · *r*) for *n* nodes and *r* rules.
  public func run(on file: FileContext) -> [Finding] {
    guard !file.tree.isSkeleton else { return [] }
    var findings: [Finding] = []
    for (info, rule) in rules where concerns(info, file) {
      var reporter = Reporter(info, unit: file.unit, tree: file.tree)
      rule.check(file, &reporter)
      for code in file.code { rule.check(code, &reporter) }
      for type in file.types { rule.check(type, file, &reporter) }
      findings += reporter.findings
    }
    return findings
  }

  private func concerns(_ info: RuleInfo, _ file: FileContext) -> Bool {
    info.triggers.isEmpty || info.triggers.contains { file.tree.nameID($0) != nil }
  }
}
