import IsoldeRules

/// The list of all rules, for people and for programs.
public enum RuleList {
  /// How the list is written.
  public enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  /// Writes the list.
  ///
  /// - Parameter format: How it is written.
  /// - Returns: The text, which ends in a line break.
  public static func render(_ format: Format) -> String {
    var infos: [RuleInfo] = []
    for rule in RuleCatalog.rules { infos.append(rule.info) }
    return format == .json ? json(infos) : text(infos)
  }

  private static func json(_ infos: [RuleInfo]) -> String {
    var json = JSONWriter()
    json.object {
      $0.integer("schemaVersion", 1)
      $0.array("rules") { json in
        for info in infos {
          json.object {
            $0.string("id", info.id)
            $0.string("group", info.group.rawValue)
            $0.string("tier", info.tier.rawValue)
            $0.boolean("isDefault", info.tier.isDefault)
            $0.string("summary", info.summary)
            $0.string("reason", info.reason)
          }
        }
      }
    }
    return json.text.hasSuffix("\n") ? json.text : json.text + "\n"
  }

  private static func text(_ infos: [RuleInfo]) -> String {
    var text = ""
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
    return text
      + "\(infos.count) rules, \(active) of them on by default; 'isolde explain ID' shows one\n"
  }
}
