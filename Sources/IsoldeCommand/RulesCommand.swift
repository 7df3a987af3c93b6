import IsoldeChecker

/// `isolde rules`: lists the rules.
struct RulesCommand {
  private let isHelpWanted: Bool
  private var format = RuleList.Format.text

  init(_ arguments: inout Arguments) throws(UsageError) {
    isHelpWanted = arguments.isHelpWanted
    guard !isHelpWanted else { return }
    if let name = try arguments.takeValue("--format") {
      guard let format = RuleList.Format(rawValue: name) else {
        throw UsageError(
          unknown: name, kind: "format", known: RuleList.Format.allCases.map(\.rawValue))
      }
      self.format = format
    }
    let rest = try arguments.takeRest(known: ["--format", "--help"])
    if let first = rest.first {
      throw UsageError(
        "'rules' takes no arguments, not '\(PlainText.cleaned(first))'",
        advice: "'isolde explain ID' shows one rule")
    }
  }

  func run(_ console: Console) -> ExitCode {
    console.print(isHelpWanted ? HelpText.rules : RuleList.render(format))
  }
}
