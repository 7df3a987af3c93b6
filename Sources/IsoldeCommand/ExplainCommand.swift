import IsoldeChecker
import IsoldeRules

/// `isolde explain ID`: shows the page of a rule.
struct ExplainCommand {
  private var id = ""
  private let isHelpWanted: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isHelpWanted = arguments.isHelpWanted
    guard !isHelpWanted else { return }
    let rest = try arguments.takeRest(known: ["--help"])
    guard let id = rest.first, rest.count == 1 else {
      throw UsageError("name one rule", advice: "for example 'isolde explain actor-check-then-act'")
    }
    let isSuppression = SuppressionRules.all.contains { $0.id == id }
    if RuleCatalog.pages[id] == nil, !isSuppression {
      throw UsageError(
        RuleNames.complaint(about: id) ?? "there is no page about '\(PlainText.cleaned(id))'",
        advice: "'isolde rules' lists them")
    }
    self.id = id
  }

  func run(_ console: Console) -> ExitCode {
    if isHelpWanted { return console.print(HelpText.explain) }
    if let page = RuleCatalog.pages[id] { return console.print(page) }
    for info in SuppressionRules.all where info.id == id {
      return console.print("# \(id)\n\n\(info.summary).\n\n## Why it hurts\n\n\(info.reason).\n")
    }
    return .internal
  }
}
