import Foundation
import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A report as JSON")
struct JSONReportTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func findings(_ sample: Sample) throws -> [[String: Any]] {
    let json = try object(ReportFormat.json.render(sample.report()))
    return try #require(json["findings"] as? [[String: Any]])
  }

  @Test("is valid against the committed schema")
  func validity() throws {
    var sample = Sample.wallet()
    sample.find(
      "guard", rule: Sample.severeRule,
      fix: .init("use a lock", .review, [.init(10..<12, "{\n}"), .init(0..<0, "// \u{7}")]))
    let summary = Report.Summary(
      filesRead: 3, filesSkipped: 1, seconds: 0.01, assumedModules: ["App"], suppressed: 1,
      baseline: .init(known: 1, gone: 2))
    let report = sample.report(
      summary: summary, errors: [.init(file: "B.swift", message: "cannot be read")],
      incomplete: true)
    let schema = try JSONSchema(documentation: "check-report.schema.json")
    #expect(try schema.problems(in: ReportFormat.json.render(report)) == [])
    #expect(try schema.problems(in: ReportFormat.json.render(Sample("").report())) == [])
  }

  @Test("is described key by key in the schema")
  func description() throws {
    #expect(try JSONSchema(documentation: "check-report.schema.json").undescribed == [])
  }

  @Test("has its keys in the order of the schema")
  func keyOrder() {
    let text = ReportFormat.json.render(Sample.wallet().report())
    let keys = text.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: "\"", maxSplits: 2)
      return parts.count == 3 && parts[2].hasPrefix(": ") ? String(parts[1]) : nil
    }
    #expect(
      keys.prefix(8) == [
        "schemaVersion", "tool", "name", "version", "swiftSyntax", "root", "incomplete", "summary",
      ])
    let finding = keys.drop { $0 != "file" }
    #expect(
      finding.prefix(13) + keys.filter { $0 == "fix" } == [
        "file", "line", "column", "endLine", "endColumn", "level", "rule", "message", "summary",
        "reason", "confidence", "fingerprint", "notes", "fix",
      ])
  }

  @Test("counts columns from 1 in UTF-8 bytes")
  func columns() throws {
    var sample = Sample("let a = \"日本\"; run()\n")
    sample.find("run()")
    let finding = try #require(findings(sample).first)
    #expect(finding["column"] as? Int == 19)
    #expect(finding["endColumn"] as? Int == 24)
  }

  @Test("does not count a byte order mark as a column, but as bytes")
  func byteOrderMark() throws {
    var sample = Sample("\u{FEFF}let a = 1\n")
    let range = sample.range(of: "a")
    sample.find("a", fix: .init("rename it", .safe, [.init(range, "b")]))
    let finding = try #require(findings(sample).first)
    #expect(finding["column"] as? Int == 5)
    let fix = try #require(finding["fix"] as? [String: Any])
    let edit = try #require((fix["edits"] as? [[String: Any]])?.first)
    #expect(edit["startByte"] as? Int == 7)
    #expect(edit["endByte"] as? Int == 8)
  }

  @Test("sorts findings by file, line, column and rule")
  func order() throws {
    var sample = Sample(
      (path: "B.swift", source: "let a = 1\n"), (path: "A.swift", source: "let a\nlet b\n"))
    sample.find("a", unit: 0)
    sample.find("b", unit: 1)
    sample.find("a", unit: 1)
    sample.find("a", unit: 1, rule: Sample.severeRule)
    let order = try findings(sample).map {
      "\($0["file"] ?? ""):\($0["line"] ?? ""):\($0["rule"] ?? "")"
    }
    #expect(
      order == [
        "A.swift:1:double-resume", "A.swift:1:stale-check", "A.swift:2:stale-check",
        "B.swift:1:stale-check",
      ])
  }

  @Test("reports once what is found twice in a file of two modules")
  func twoModules() throws {
    var sample = Sample((path: "A.swift", source: "let a\n"), (path: "A.swift", source: "let a\n"))
    sample.find("a", unit: 0)
    sample.find("a", unit: 1)
    #expect(try findings(sample).count == 1)
  }

  @Test("is the same text for the same findings in another order")
  func determinism() {
    var first = Sample("let a\nlet b\nlet a\n")
    var second = first
    first.find("a")
    first.find("b")
    second.find("b")
    second.find("a")
    #expect(ReportFormat.json.render(first.report()) == ReportFormat.json.render(second.report()))
  }

  @Test("takes ten thousand findings, as all formats do", .timeLimit(.minutes(1)))
  func manyFindings() throws {
    var sample = Sample(String(repeating: "let a = 1\n", count: 10_000))
    sample.find("a")
    let template = try #require(sample.findings.first)
    sample.findings = (0..<10_000).map { index in
      var finding = template
      finding.range = index * 10 + 4..<index * 10 + 5
      return finding
    }
    let report = sample.report()
    for format in ReportFormat.allCases {
      #expect(!format.render(report).isEmpty)
    }
  }
}
