import Foundation
import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A report as SARIF")
struct SARIFReportTests {
  private func run(_ report: Report) throws -> [String: Any] {
    let data = Data(ReportFormat.sarif.render(report).utf8)
    let log = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  private func results(_ sample: Sample) throws -> [[String: Any]] {
    try #require(run(sample.report())["results"] as? [[String: Any]])
  }

  /// The region of the first result's location.
  private func region(_ sample: Sample) throws -> [String: Int] {
    let location = try #require((results(sample).first?["locations"] as? [[String: Any]])?.first)
    let physical = try #require(location["physicalLocation"] as? [String: Any])
    return try #require(physical["region"] as? [String: Int])
  }

  @Test("has only what the specification allows, and what it demands")
  func validity() throws {
    var sample = Sample.wallet()
    sample.find(
      "guard", rule: Sample.severeRule, fix: .init("use a lock", .review, [.init(10..<12, "x")]))
    let report = sample.report(
      summary: .init(filesRead: 1, assumedModules: ["App"]),
      errors: [.init(file: "B.swift", message: "cannot be read")], incomplete: true)
    let schema = try JSONSchema(sarifSchema)
    #expect(try schema.problems(in: ReportFormat.sarif.render(report)) == [])
    #expect(try schema.problems(in: ReportFormat.sarif.render(Sample("").report())) == [])
  }

  @Test("points from each result to its rule in the list")
  func ruleIndexes() throws {
    var sample = Sample("let a\nlet b\n")
    sample.find("a")
    sample.find("b", rule: Sample.severeRule)
    let run = try run(sample.report())
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for result in try results(sample) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }

  @Test("lists a rule that only a finding names")
  func unlistedRule() throws {
    var sample = Sample("let a\n")
    sample.find("a")
    sample.findings[0].rule = "from-elsewhere"
    let index = try #require(results(sample).first?["ruleIndex"] as? Int)
    #expect(index == Sample.rules.count + SuppressionRules.all.count)
  }

  @Test("counts columns in UTF-16 code units")
  func columns() throws {
    var sample = Sample("let a = \"日👩‍👧\"; run()\n")
    sample.find("run()")
    #expect(
      try region(sample) == ["startLine": 1, "startColumn": 19, "endLine": 1, "endColumn": 24])
  }

  @Test("counts on when a second finding stands on the same line")
  func twoOnALine() throws {
    var sample = Sample("\"日\"; a(); \"日\"; b()\n")
    sample.find("a()")
    sample.find("b()")
    sample.findings.removeFirst()
    let alone = try region(sample)
    sample.find("a()")
    let last = try #require((results(sample).last?["locations"] as? [[String: Any]])?.first)
    #expect((last["physicalLocation"] as? [String: Any])?["region"] as? [String: Int] == alone)
    #expect(alone["startColumn"] == 16)
  }

  @Test("does not count a byte order mark")
  func byteOrderMark() throws {
    var sample = Sample("\u{FEFF}let a = 1\n")
    sample.find("a")
    #expect(try region(sample)["startColumn"] == 5)
  }

  @Test("ends a range of several lines on its last one")
  func severalLines() throws {
    var sample = Sample("Task {\n  run()\n}\n")
    sample.find("Task {\n  run()\n}")
    #expect(
      try region(sample) == ["startLine": 1, "startColumn": 1, "endLine": 3, "endColumn": 2])
  }

  @Test("names files relative to the root, percent-encoded")
  func uris() throws {
    var sample = Sample((path: "My App/ä:b%.swift", source: "let a\n"))
    sample.find("a")
    let text = ReportFormat.sarif.render(sample.report())
    #expect(text.contains(#""uri": "My%20App/%C3%A4%3Ab%25.swift""#))
    #expect(text.contains(#""uri": "file:///src/app/""#))
  }

  @Test("doubles braces, which are placeholders, and breaks up what looks like a link")
  func messageSyntax() throws {
    var sample = Sample("let a\n")
    sample.find("a", message: "'Task { run[0](1) }' leaks")
    let message = try #require(results(sample).first?["message"] as? [String: String])
    #expect(message["text"] == "'Task {{ run[0] (1) }}' leaks")
  }

  @Test("says that the execution failed when a file could not be judged")
  func failure() throws {
    let report = Sample("").report(errors: [.init(file: "B.swift", message: "cannot be read")])
    let invocation = try #require((run(report)["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let notices = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect((notices.first?["message"] as? [String: String])?["text"] == "cannot be read")
  }

  @Test("carries the fingerprint")
  func fingerprint() throws {
    let sample = Sample.wallet()
    let prints = try #require(results(sample).first?["partialFingerprints"] as? [String: String])
    #expect(prints.values.first == sample.report().findings[0].fingerprint.description)
  }
}
