import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A baseline")
struct BaselineTests {
  private static let tool = Report.Tool(version: "0.1.0", swiftSyntax: "")

  /// A report with a finding at each `bug`.
  private func report(_ files: (path: String, source: String)...) -> Report {
    var sample = Sample(files.map { ($0.path, Array($0.source.utf8)) })
    for (unit, file) in files.enumerated() {
      let count = file.source.split(separator: "bug", omittingEmptySubsequences: false).count - 1
      for occurrence in 0..<count { sample.find("bug", occurrence: occurrence, unit: unit) }
    }
    return sample.report()
  }

  private func baseline(_ report: Report) -> Baseline {
    Baseline(report.findings.map(Baseline.Entry.init))
  }

  /// The failure of reading a text.
  private func failure(_ text: String) -> String? {
    do throws(BaselineFailure) {
      _ = try Baseline(bytes: Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  // MARK: - Comparing

  @Test("hides what it knows and reports what is new and what is gone")
  func hiding() {
    let known = baseline(report((path: "A.swift", source: "bug(1)\nbug(2)\n")))
    var now = report((path: "A.swift", source: "bug(3)\nbug(2)\n"))
    now.hide(known)
    #expect(now.findings.map(\.place.start.line) == [1])
    #expect(now.summary.baseline == .init(known: 1, gone: 1))
  }

  @Test("knows findings whose lines moved and whose file has another name")
  func moving() {
    let known = baseline(report((path: "A.swift", source: "bug(1)\nbug(2)\n")))
    var now = report((path: "B.swift", source: "\n\n  bug(2)\nbug(1)\n"))
    now.hide(known)
    #expect(now.findings.isEmpty)
    #expect(now.summary.baseline == .init(known: 2, gone: 0))
  }

  @Test("knows only as many equal findings as it has, those in the same file first")
  func copies() {
    let known = baseline(report((path: "B.swift", source: "bug()\n")))
    var now = report(
      (path: "A.swift", source: "bug()\n"), (path: "B.swift", source: "bug()\n"),
      (path: "C.swift", source: "bug()\n"))
    now.hide(known)
    #expect(now.findings.map(\.place.file) == ["A.swift", "C.swift"])
  }

  @Test("does not call gone what the run did not look for")
  func reach() {
    let known = baseline(
      report((path: "A.swift", source: "bug(1)\n"), (path: "B.swift", source: "bug(2)\n")))
    var now = report((path: "A.swift", source: "bug(2)\n"))
    now.hide(known) { $0.file == "A.swift" }
    #expect(now.findings.count == 1)
    #expect(now.summary.baseline == .init(known: 0, gone: 1))
  }

  // MARK: - Ratchet

  @Test("loses what is gone and keeps what is out of reach")
  func shrinking() throws {
    let old = baseline(
      report(
        (path: "A.swift", source: "bug(1)\nbug(2)\n"), (path: "B.swift", source: "bug(3)\n")))
    let now = report((path: "A.swift", source: "bug(2)\n"))
    let new = try old.ratcheted(by: now.findings) { $0.file == "A.swift" }
    #expect(new.entries.map(\.file) == ["A.swift", "B.swift"])
  }

  @Test("refuses to grow and says by how many, unless forced")
  func growing() throws {
    let old = baseline(report((path: "A.swift", source: "bug(1)\n")))
    let now = report((path: "A.swift", source: "bug(1)\nbug(2)\nbug(3)\n"))
    #expect(throws: BaselineFailure.wouldGrow(by: 2)) { try old.ratcheted(by: now.findings) }
    #expect(
      BaselineFailure.wouldGrow(by: 2).description.hasPrefix("2 findings are not in the baseline"))
    #expect(try old.ratcheted(by: now.findings, isForced: true).entries.count == 3)
  }

  @Test("does not trade an old finding for a new one")
  func trading() {
    let old = baseline(report((path: "A.swift", source: "bug(1)\nbug(2)\n")))
    let now = report((path: "A.swift", source: "bug(3)\n"))
    #expect(throws: BaselineFailure.wouldGrow(by: 1)) { try old.ratcheted(by: now.findings) }
  }

  @Test("follows a finding into the file where it is now")
  func renaming() throws {
    let old = baseline(report((path: "A.swift", source: "bug()\n")))
    let new = try old.ratcheted(by: report((path: "B.swift", source: "bug()\n")).findings)
    #expect(new.entries.map(\.file) == ["B.swift"])
  }

  // MARK: - Text

  @Test("is written sorted, one line for each entry, and read back")
  func roundTrip() throws {
    let entries = [
      Baseline.Entry(
        fingerprint: .init(value: 2), rule: "stale-check", file: "B\u{202E}\n.swift",
        message: "\"x\""),
      Baseline.Entry(
        fingerprint: .init(value: 1), rule: "stale-check", file: "A.swift", message: "é 👩‍👧"),
    ]
    let text = Baseline(entries).text(tool: Self.tool)
    #expect(
      text == #"""
        {
          "version": 1,
          "tool": "isolde 0.1.0",
          "findings": [
            {"fingerprint": "0000000000000001", "rule": "stale-check", "file": "A.swift", "message": "é 👩\u200d👧"},
            {"fingerprint": "0000000000000002", "rule": "stale-check", "file": "B\u202e\n.swift", "message": "\"x\""}
          ]
        }

        """#)
    #expect(try Baseline(bytes: Array(text.utf8)) == Baseline(entries))
    #expect(try Baseline(bytes: Array(Baseline([]).text(tool: Self.tool).utf8)).entries.isEmpty)
  }

  @Test(
    "that is broken is refused with the place",
    arguments: [
      ("", "1:1: expected a value"),
      ("[]", "1:1: expected an object with a 'version'"),
      ("{\n  \"version\" 1\n}", "2:13: expected ':'"),
      ("{\"version\": 1}", "1:1: expected a list of 'findings'"),
      (
        "{\"version\": 1, \"findings\": [\n  {}]}",
        "2:3: expected an object with a text 'fingerprint'"
      ),
      (
        "{\"version\": 1, \"findings\": [{\"fingerprint\": \"1\"}]}",
        "1:29: the fingerprint is not 16 hexadecimal digits"
      ),
      ("{\"version\": 1, \"version\": 1}", "1:16: 'version' is there twice"),
      ("{\"a\": \"b\n\"}", "1:9: expected no control character in a text"),
      ("{\"a\": \"\\x\"}", "1:9: expected an escape"),
      ("{\"a\": \"b", "1:7: the text does not end"),
      ("{} {}", "1:4: expected nothing more"),
      (String(repeating: "[", count: 100_000), "1:65: values are nested too deeply"),
      ("<<<<<<< HEAD\n", "1:1: expected a value"),
    ])
  func broken(text: String, place: String) {
    #expect(failure(text) == "the baseline cannot be read at " + place)
  }

  @Test("of a newer version is refused")
  func newerVersion() {
    #expect(
      failure("{\"version\": 2, \"findings\": []}")
        == "the baseline has version 2, which this program does not know; update it")
  }
}
