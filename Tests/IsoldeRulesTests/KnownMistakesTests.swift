import Foundation
import IsoldeRules
import IsoldeTree
import Testing

/// A mistake that guides warn of: wrong code, the line of the mistake, and what tells its author.
struct KnownMistake: Sendable, CustomTestStringConvertible {
  var title: String
  /// The id of a rule, or `nil` if the compiler tells.
  var rule: String?
  var options: [String]
  var code: String
  /// The line of the mistake.
  var line: Int

  var testDescription: String { title }

  /// All mistakes of the page.
  static let all: [KnownMistake] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/KnownMistakes.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n### ").dropFirst().compactMap(KnownMistake.init)
  }()

  private init?(_ section: String) {
    guard let example = RulePage(section).examples.first,
      let author = section.firstMatch(of: /Found by: (?:`([a-z-]+)`|the compiler)/)
    else { return nil }
    let lines = example.code.components(separatedBy: "\n")
    guard let line = lines.firstIndex(where: { $0.contains("// here") }) else { return nil }
    title = String(section.prefix { $0 != "\n" })
    rule = author.output.1.map(String.init)
    options = example.options
    code = example.code.replacing("  // here", with: "")
    self.line = line + 1
  }
}

@Suite("The known mistakes")
struct KnownMistakesTests {
  @Test("are all on their page")
  func complete() {
    #expect(KnownMistake.all.count == 44)
  }

  @Test(
    "are found on their line by the rule that the page names",
    arguments: KnownMistake.all.filter { $0.rule != nil })
  func found(_ mistake: KnownMistake) throws {
    let rule = try #require(RuleCatalog.rule(mistake.rule ?? ""), "there is no such rule")
    let text = SourceText(mistake.code)
    let lines = RulePage.Example.findings(of: rule, in: mistake.code, options: mistake.options)
      .map { text.line(at: $0.range.lowerBound) }
    #expect(lines.contains(mistake.line), "found on lines \(lines), not on \(mistake.line)")
  }

  @Test(
    "do not compile where the page leaves them to the compiler",
    arguments: KnownMistake.all.filter { $0.rule == nil })
  func refused(_ mistake: KnownMistake) throws {
    let complaints = try SwiftCompiler.complaints(about: mistake.code)
    #expect(complaints.contains { $0.line == mistake.line && $0.isError }, "\(complaints)")
  }
}
