import IsoldeChecker
import IsoldeRules
import Testing

@Suite("The corpus of public bugs")
struct CorpusTests {
  /// Rules that speak of an API rather than of the bug; where they hit a line, it is by chance.
  private static let unspecific: Set<RuleGroup> = [.migration]

  @Test("is complete")
  func complete() {
    #expect(CorpusCase.all.count == 49)
  }

  @Test("has for nine of ten bugs a rule that hits the bug and not its fix")
  func recall() throws {
    let missed = try CorpusCase.all.filter { try telling($0).isEmpty }.map(\.id)
    #expect(missed.count * 10 <= CorpusCase.all.count, "missed: \(missed)")
  }

  @Test("has fixed twins about which the checker says nothing", arguments: CorpusCase.all)
  func fixedTwin(_ bug: CorpusCase) throws {
    let end = bug.scenarioLineFixed ?? .max
    let findings = try CorpusCase.findings(in: bug.fixed, everyRule: false)
      .filter { $0.place.start.line < end && $0.level != .note }
    #expect(findings.isEmpty, "\(findings.map { "\($0.place.start.line): \($0.rule.id)" })")
  }

  /// The rules that find something on a line of the bug and nothing in its fixed twin.
  private func telling(_ bug: CorpusCase) throws -> Set<String> {
    let hits = try CorpusCase.findings(in: bug.buggy, everyRule: true)
      .filter { bug.lines.contains($0.place.start.line) }.map(\.rule.id)
    let end = bug.scenarioLineFixed ?? .max
    let twin = try CorpusCase.findings(in: bug.fixed, everyRule: true)
      .filter { $0.place.start.line < end }.map(\.rule.id)
    return Set(hits).subtracting(twin).filter { id in
      RuleCatalog.rule(id).map { !Self.unspecific.contains($0.info.group) } ?? false
    }
  }
}
