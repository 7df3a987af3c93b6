import IsoldeRules
import Testing

@testable import IsoldeChecker

@Suite("The selection of rules")
struct RuleSelectionTests {
  private struct Severe: Rule {
    static let info = RuleInfo(
      id: "severe", group: .tasks, summary: "", reason: "", tier: .error)
  }
  private struct Usual: Rule {
    static let info = RuleInfo(
      id: "usual", group: .tasks, summary: "", reason: "", tier: .warning)
  }
  private struct Advice: Rule {
    static let info = RuleInfo(
      id: "advice", group: .tasks, summary: "", reason: "", tier: .optIn)
  }
  private struct Moving: Rule {
    static let info = RuleInfo(
      id: "moving", group: .migration, summary: "", reason: "", tier: .optIn)
  }
  private struct Load: Rule {
    static let info = RuleInfo(
      id: "unbounded-task-group", group: .structure, summary: "", reason: "", tier: .optIn)
  }
  private struct Trial: Rule {
    static let info = RuleInfo(
      id: "trial", group: .migration, summary: "", reason: "", tier: .experimental)
  }

  private static let rules: [any Rule.Type] = [
    Severe.self, Usual.self, Advice.self, Moving.self, Load.self, Trial.self,
  ]

  private func select(
    _ text: String, preset: RulePreset? = nil, only: [String] = [], skip: [String] = []
  ) throws -> RuleSelection {
    let ids = Self.rules.map { $0.info.id }
    let configuration = try Configuration.read(text, file: "", knownRules: ids)
    var options = RuleSelection.Options()
    (options.preset, options.only, options.skip) = (preset, only, skip)
    return RuleSelection(configuration, options: options, rules: Self.rules)
  }

  /// The rules that run everywhere, with their levels.
  private func levels(_ selection: RuleSelection) -> [String: Level] {
    var levels: [String: Level] = [:]
    for choice in selection.choices { levels[choice.rule.info.id] = choice.level }
    return levels
  }

  @Test("follows the preset")
  func presets() throws {
    let usual: [String: Level] = ["severe": .error, "usual": .warning]
    #expect(levels(try select("")) == usual)
    #expect(
      levels(try select("preset: strict"))
        == usual.merging(["advice": .note, "moving": .note, "unbounded-task-group": .note]) { $1 })
    #expect(levels(try select("preset: migration")) == usual.merging(["moving": .note]) { $1 })
    #expect(
      levels(try select("preset: migration", preset: .server))
        == usual.merging(["unbounded-task-group": .note]) { $1 })
  }

  @Test("makes a rule that is named at least a warning")
  func named() throws {
    let levels = levels(try select("rules: {advice: on, trial: on, severe: note, usual: off}"))
    #expect(levels == ["advice": .warning, "trial": .warning, "severe": .note])
  }

  @Test("runs nothing else when some rules are asked for")
  func only() throws {
    #expect(levels(try select("only: [advice, severe]")) == ["advice": .warning, "severe": .error])
    #expect(levels(try select("only: [advice]", only: ["trial"])) == ["trial": .warning])
    #expect(levels(try select("rules: {usual: off}", only: ["usual"])) == ["usual": .warning])
    #expect(levels(try select("rules: {usual: off}\nonly: [usual]")) == [:])
    #expect(levels(try select("skip: [usual]", only: ["usual"])) == ["usual": .warning])
    #expect(levels(try select("rules: {advice: error}", only: ["advice"])) == ["advice": .error])
  }

  @Test("lets skipping win over naming")
  func skipping() throws {
    #expect(levels(try select("skip: [severe]\nrules: {severe: error}")) == ["usual": .warning])
    #expect(
      levels(try select("", only: ["usual", "severe"], skip: ["usual"])) == ["severe": .error])
  }

  @Test("changes levels in paths, later entries last")
  func paths() throws {
    let selection = try select(
      """
      paths:
        - path: Legacy
          level: error
          rules: {usual: error, advice: note}
        - path: "Legacy/New/**"
          level: note
          rules: {usual: off, trial: on}
        - path: Docs
          rules: {advice: on}
      """)
    #expect(selection.level(of: "usual", in: "Sources/A.swift") == .warning)
    #expect(selection.level(of: "usual", in: "Legacy/A.swift") == .error)
    #expect(selection.level(of: "advice", in: "Legacy/A.swift") == nil)
    #expect(selection.level(of: "usual", in: "Legacy/New/A.swift") == nil)
    #expect(selection.level(of: "advice", in: "Legacy/New/A.swift") == .note)
    #expect(selection.level(of: "trial", in: "Legacy/New/A.swift") == .warning)
    #expect(selection.level(of: "advice", in: "Docs/A.swift") == .warning)
    #expect(selection.level(of: "nothing", in: "Docs/A.swift") == nil)
    #expect(
      selection.choices.map { $0.rule.info.id } == ["severe", "usual", "advice", "trial"])
    #expect(selection.choices.map(\.level) == [.error, .warning, nil, nil])
  }

  @Test("keeps rules out of paths that are skipped or not asked for")
  func pathsAndOnly() throws {
    let text = "paths:\n  - path: A\n    rules: {advice: on, usual: error}"
    #expect(try select(text, skip: ["advice"]).level(of: "advice", in: "A/a.swift") == nil)
    let selection = try select(text, only: ["usual"])
    #expect(selection.level(of: "advice", in: "A/a.swift") == nil)
    #expect(selection.level(of: "usual", in: "A/a.swift") == .error)
    #expect(selection.choices.count == 1)
  }

  @Test("covers every rule of the catalogue in some preset or by name")
  func catalogue() {
    for rule in RuleCatalog.rules where rule.info.tier != .experimental {
      #expect(RulePreset.strict.includes(rule.info))
    }
  }
}
