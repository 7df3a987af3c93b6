import IsoldeRules
import IsoldeSyntax
import IsoldeTree
import Testing

/// A rule that the catalogue does not have.
struct UnknownRule: Error { let id: String }

@Suite("A rule's page")
struct RulePageTests {
  static let ids = RuleCatalog.ids

  private func rule(_ id: String) throws -> any Rule.Type {
    guard let rule = RuleCatalog.rule(id) else { throw UnknownRule(id: id) }
    return rule
  }

  private func page(_ id: String) throws -> RulePage {
    RulePage(try #require(RuleCatalog.pages[id], "the rule has no page \(id).md"))
  }

  @Test("belongs to a rule")
  func everyPageHasARule() {
    #expect(Set(RuleCatalog.pages.keys).subtracting(Self.ids).isEmpty)
    #expect(Set(Self.ids).count == Self.ids.count, "two rules have the same id")
  }

  @Test("has a title and the sections that readers look for", arguments: ids)
  func structure(id: String) throws {
    let page = try page(id)
    #expect(page.title == id)
    for section in [
      "Why it hurts", "Example", "Use instead", "More shapes", "When it stays silent", "Fix",
      "Source",
    ] {
      #expect(page.sections.contains(section), "missing section: \(section)")
    }
  }

  @Test("names what the rule finds in each example, and nothing else", arguments: ids)
  func findings(id: String) throws {
    let rule = try rule(id)
    for example in try page(id).examples where !example.isFixed && !example.isIgnored {
      let text = SourceText(example.plainCode)
      let found = Set(
        example.findings(of: rule).map {
          RulePage.Mark(
            line: text.line(at: $0.range.lowerBound), level: $0.level.rawValue, rule: $0.rule)
        })
      #expect(found == example.marks, "\(example)")
    }
  }

  @Test("shows at least three hits and one near miss", arguments: ids)
  func enoughExamples(id: String) throws {
    let examples = try page(id).examples
    #expect(examples.map(\.marks.count).reduce(0, +) >= 3)
    #expect(examples.contains { $0.code.contains("// ok") && $0.marks.isEmpty })
  }

  @Test("finds the same when every body is parsed", arguments: ids)
  func completeMode(id: String) throws {
    let rule = try rule(id)
    for example in try page(id).examples where !example.isFixed && !example.isIgnored {
      let code = example.plainCode
      let focused = RulePage.Example.findings(of: rule, in: code, options: example.options)
      let complete = RulePage.Example.findings(
        of: rule, in: code, options: example.options, mode: .complete)
      #expect(focused.map(\.range) == complete.map(\.range), "\(example)")
    }
  }

  @Test("shows what its fixes make of the example before", arguments: ids)
  func fixes(id: String) throws {
    let rule = try rule(id)
    let examples = try page(id).examples
    for (example, fixed) in zip(examples, examples.dropFirst()) where fixed.isFixed {
      let code = example.plainCode
      let fixes = example.findings(of: rule).compactMap(\.fix)
      #expect(!fixes.isEmpty, "\(example) has no fix")
      let result = Self.apply(fixes.flatMap(\.edits), to: code)
      #expect(result == fixed.plainCode, "\(example)")
      #expect(FrontEnd.parsesCleanly(result))
      let again = RulePage.Example.findings(of: rule, in: result, options: example.options)
      #expect(again.isEmpty, "the fix leaves a finding")
    }
  }

  private static func apply(_ edits: [Finding.Fix.Edit], to code: String) -> String {
    var bytes = Array(code.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
