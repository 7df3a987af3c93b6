import Foundation
import IsoldeChecker
import IsoldeRules
import Testing

@Suite("Hostile names")
struct HostileTextTests {
  /// A file name that sets a window title, reverses text, opens a line and closes a property.
  static let path =
    "a\u{1B}]0;owned\u{7}\u{202E}\u{200B}\u{9B}31m\r\n::error file=x::owned,\u{301}line=9:\u{301}%0A\u{FEFF}\u{2066}b.swift"
  /// An identifier that does the same and breaks out of strings.
  static let identifier = "`a\u{1B}[31m\u{202E}\u{200F}\u{61C}\u{85}\"\\},]b`"

  private static func hostileFile() -> Sample {
    var sample = Sample((path: path, source: "let a = 1\n"))
    sample.find("a", notes: [("let", 0, "it is here")])
    return sample
  }

  private static func hostileIdentifier() -> Sample {
    var sample = Sample("let \(identifier) = 1\n")
    sample.find(
      identifier, message: "'\(identifier)\r\n::error::owned' is \u{1B}[1mread",
      notes: [(identifier, 0, "'\(identifier)\n::warning::owned' is written")],
      fix: .init("rename '\(identifier)\n::error::owned'", .safe, []))
    return sample
  }

  private func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(scalar.properties.generalCategory == .control)
          && !(0x200B...0x200F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value)
          && !(0x2066...0x2069).contains(scalar.value) && ![0xFEFF, 0x061C].contains(scalar.value)
    }
  }

  private func commands(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("::") }
  }

  @Test("of files do not control the terminal of a text report")
  func fileInText() {
    let text = ReportFormat.text.render(Self.hostileFile().report())
    #expect(isClean(text))
    #expect(commands(text).isEmpty)
  }

  @Test("of declarations do not control the terminal of a text report")
  func identifierInText() {
    let text = ReportFormat.text.render(Self.hostileIdentifier().report())
    #expect(isClean(text))
    #expect(commands(text).isEmpty)
    #expect(text.contains("1 | let `a[31m \"\\},]b` = 1\n  |     ^~~~~~~~~~~~~~\n"))
  }

  @Test("of files stay on their line in a report for Xcode")
  func fileInXcode() {
    let text = ReportFormat.xcode.render(Self.hostileFile().report())
    #expect(isClean(text))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("/src/app/a]0;owned") })
  }

  @Test("of declarations stay on their line in a report for Xcode")
  func identifierInXcode() {
    let text = ReportFormat.xcode.render(Self.hostileIdentifier().report())
    #expect(isClean(text))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("/src/app/Wallet.swift:1:5: ") })
  }

  @Test("of files add no workflow command and no property to one")
  func fileInGitHub() {
    let text = ReportFormat.github.render(Self.hostileFile().report())
    #expect(isClean(text))
    #expect(commands(text).count == 1)
    let properties = text.dropFirst("::warning ".count).prefix(while: { $0 != "'" }).split(
      separator: ",")
    #expect(
      properties.map { $0.prefix(while: { $0 != "=" }) } == [
        "file", "line", "endLine", "col", "endColumn", "title",
      ])
  }

  @Test("of declarations add no workflow command")
  func identifierInGitHub() {
    let text = ReportFormat.github.render(Self.hostileIdentifier().report())
    #expect(isClean(text))
    #expect(commands(text).count == 1)
  }

  @Test("of files are escaped and kept in JSON")
  func fileInJSON() throws {
    let text = ReportFormat.json.render(Self.hostileFile().report())
    #expect(isClean(text))
    let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let finding = try #require((json["findings"] as? [[String: Any]])?.first)
    #expect(Array((finding["file"] as? String ?? "").utf8) == Array(Self.path.utf8))
  }

  @Test("of declarations are escaped and kept in JSON")
  func identifierInJSON() throws {
    let text = ReportFormat.json.render(Self.hostileIdentifier().report())
    #expect(isClean(text))
    let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let finding = try #require((json["findings"] as? [[String: Any]])?.first)
    let message = "'\(Self.identifier)\r\n::error::owned' is \u{1B}[1mread"
    #expect(Array((finding["message"] as? String ?? "").utf8) == Array(message.utf8))
  }

  @Test("of files are percent-encoded in SARIF")
  func fileInSARIF() throws {
    let text = ReportFormat.sarif.render(Self.hostileFile().report())
    #expect(isClean(text))
    #expect(try JSONSchema(sarifSchema).problems(in: text) == [])
    let uri = try #require(text.firstMatch(of: /"uri": "(a[^"]*)"/)?.output.1)
    #expect(uri.removingPercentEncoding.map { Array($0.utf8) } == Array(Self.path.utf8))
  }

  @Test("of declarations are escaped in SARIF")
  func identifierInSARIF() throws {
    let text = ReportFormat.sarif.render(Self.hostileIdentifier().report())
    #expect(isClean(text))
    #expect(try JSONSchema(sarifSchema).problems(in: text) == [])
    #expect(text.contains(#"`a\u001b[31m\u202e\u200f\u061c\u0085\"\\}},]b`"#))
  }
}
