import IsoldeChecker
import IsoldeRules

/// `isolde rules`: lists the rules.
struct RulesCommand {
  private let isHelpWanted: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    isHelpWanted = arguments.isHelpWanted
    guard !isHelpWanted else { return }
    let rest = try arguments.takeRest(known: ["--help"])
    if let first = rest.first {
      throw UsageError(
        "'rules' takes no arguments, not '\(PlainText.cleaned(first))'",
        advice: "'isolde explain ID' shows one rule")
    }
  }

  func run(_ console: Console) -> ExitCode {
    if isHelpWanted { return console.print(HelpText.rules) }
    var text = ""
    var infos: [RuleInfo] = []
    for rule in RuleCatalog.rules { infos.append(rule.info) }
    let width = infos.map(\.id.count).max() ?? 0
    for group in RuleGroup.allCases {
      let members = infos.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      text += "\(group.rawValue)\n"
      for info in members {
        let id = info.id + String(repeating: " ", count: width - info.id.count)
        let tier = info.tier.rawValue
        let padding = String(repeating: " ", count: max(0, 12 - tier.count))
        text += "  \(id)  \(tier)\(padding)  \(info.summary)\n"
      }
      text += "\n"
    }
    let active = infos.count { $0.tier.isDefault }
    text += "\(infos.count) rules, \(active) of them on by default; 'isolde explain ID' shows one\n"
    return console.print(text)
  }
}
