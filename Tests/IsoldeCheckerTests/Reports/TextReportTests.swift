import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A report as text")
struct TextReportTests {
  private func text(_ sample: Sample, width: Int = 120) -> String {
    ReportFormat.text.render(sample.report(), options: RenderOptions(width: width))
  }

  /// The source line and the marks under it of the first finding.
  private func excerpt(_ source: String, marking marked: String, width: Int = 120) -> [String] {
    var sample = Sample(source)
    sample.find(marked)
    let lines = text(sample, width: width).split(separator: "\n", omittingEmptySubsequences: false)
    return lines[1...2].map(String.init)
  }

  @Test("shows the place, the line, the marks, the notes, the reason and the counts")
  func wholeFinding() {
    #expect(
      text(.wallet()) == """
        Wallet.swift:6:5: warning: 'balance' was checked on line 4, but it may have changed at the await on line 5 [stale-check]
        6 |     balance -= amount
          |     ^~~~~~~~~~~~~~~~~
        4:11: note: it is checked here
        4 |     guard balance >= amount else { return }
          |           ^~~~~~~~~~~~~~~~~
        5:5: note: others may run here
        5 |     await audit(amount)
          |     ^~~~~~~~~~~~~~~~~~~
        help: others may run at the await between the check and its use   (isolde explain stale-check)

        1 finding (1 warning) in 1 file, 0.8 s

        """)
  }

  @Test("says in one friendly line that nothing was found")
  func nothingFound() {
    #expect(text(Sample("let a = 1\n")) == "All quiet: nothing found in 1 file, 0.8 s.\n")
  }

  @Test("does not call an incomplete run quiet")
  func incompleteRun() {
    let report = Sample("let a = 1\n").report(
      errors: [.init(file: "B.swift", message: "cannot be read")], incomplete: true)
    let text = ReportFormat.text.render(report)
    #expect(text.contains("B.swift: error: cannot be read\n"))
    #expect(text.contains("Nothing found in 1 file, 0.8 s, but not everything could be judged."))
    #expect(text.contains("1 file not judged"))
  }

  @Test("counts each level in the last line")
  func counts() {
    var sample = Sample("let a = 1\nlet b = 2\nlet c = 3\n")
    sample.find("a")
    sample.find("b", rule: Sample.severeRule)
    sample.find("c")
    #expect(text(sample).contains("3 findings (1 error, 2 warnings) in 1 file, 0.8 s\n"))
  }

  @Test("gives the reason of a rule once")
  func reasonOnce() {
    var sample = Sample("let a = 1\nlet b = 2\n")
    sample.find("a")
    sample.find("b")
    #expect(text(sample).split(separator: "help:").count == 2)
  }

  @Test("names a fix and says whether it is safe")
  func fixTitle() {
    var sample = Sample("let a = 1\nlet b = 2\n")
    sample.find("a", fix: .init("move the check behind the await", .safe, []))
    sample.find("b", fix: .init("use a lock", .review, []))
    let text = text(sample)
    #expect(text.contains("fix: move the check behind the await   (isolde check --fix does it)\n"))
    #expect(text.contains("fix: use a lock   (read it before you keep it)\n"))
  }

  @Test("names the file of a note that stands in another one")
  func noteElsewhere() {
    var sample = Sample(
      (path: "A.swift", source: "let a = 1\n"), (path: "Feed/B.swift", source: "\nlet b = 2\n"))
    sample.find("a", notes: [("b", 1, "it is written here")])
    #expect(text(sample).contains("\nFeed/B.swift:2:5: note: it is written here\n2 | let b = 2\n"))
  }

  @Test("aligns the line numbers of a finding and its notes")
  func alignedNumbers() {
    var sample = Sample(String(repeating: "\n", count: 9) + "let a = 1\nlet b = 2\n")
    sample.find("b", notes: [("a", 0, "first")])
    #expect(text(sample).contains("11 | let b = 2\n   |     ^\n"))
    #expect(text(sample).contains("10 | let a = 1\n   |     ^\n"))
  }

  @Test("puts the marks under the code behind tabs")
  func tabs() {
    #expect(
      excerpt("\t\tlet a\t= value\n", marking: "value") == [
        "1 |         let a   = value", "  |                   ^~~~~",
      ])
  }

  @Test("gives wide characters two columns and combining ones none")
  func wideCharacters() {
    #expect(
      excerpt("let 名前 = cafe\u{301}(日本)\n", marking: "日本") == [
        "1 | let 名前 = cafe\u{301}(日本)", "  |                 ^~~~",
      ])
    #expect(
      excerpt("print(\"👩‍👩‍👧\", a)\n", marking: "a)").last == "  |             ^~")
  }

  @Test("marks a range of several lines up to the end of its first one")
  func severalLines() {
    #expect(
      excerpt("Task {  \n  run()\n}\n", marking: "Task {  \n  run()\n}") == [
        "1 | Task {  ", "  | ^~~~~~",
      ])
  }

  @Test("marks an empty range with one character")
  func emptyRange() {
    #expect(excerpt("let a = 1\n", marking: "").last == "  | ^")
  }

  @Test("cuts a long line on both sides of the range", arguments: [40, 80])
  func longLine(width: Int) {
    let source =
      String(repeating: "before ", count: 500) + "here" + String(repeating: " after", count: 500)
    let lines = excerpt(source, marking: "here", width: width)
    #expect(lines[0].count == width)
    #expect(lines[0].hasPrefix("1 | …") && lines[0].hasSuffix("…"))
    let marks = lines[1].split(separator: "^", omittingEmptySubsequences: false)
    #expect(lines[0].dropFirst(marks[0].count).prefix(4) == "here")
    #expect(marks[1] == "~~~")
  }

  @Test("keeps the start of a long line while the range fits")
  func longLineStart() {
    let source = "let here = " + String(repeating: "x", count: 5000)
    let lines = excerpt(source, marking: "here", width: 60)
    #expect(lines[0].hasPrefix("1 | let here = xxx") && lines[0].hasSuffix("x…"))
    #expect((58...60).contains(lines[0].count))
  }

  @Test("cuts a range that is longer than the line has room for")
  func longRange() {
    let marked = String(repeating: "x", count: 500)
    let lines = excerpt("a = " + marked, marking: marked, width: 44)
    #expect(lines[0].count == 44)
    #expect(lines[1].count <= 44)
    #expect(lines[1].hasSuffix("^" + String(repeating: "~", count: 37)))
  }

  @Test("shows a line whose bytes are not UTF-8")
  func invalidBytes() {
    let bytes = [0xFF] + Array("let ".utf8) + [0xC3, 0x28] + Array(" here\n".utf8)
    var sample = Sample([("A.swift", bytes)])
    sample.find("here")
    #expect(text(sample).contains("1 | \u{FFFD}let \u{FFFD}( here\n  |         ^~~~\n"))
  }

  @Test("has colours only when asked")
  func colours() {
    let report = Sample.wallet().report()
    let plain = ReportFormat.text.render(report)
    let coloured = ReportFormat.text.render(report, options: RenderOptions(hasColors: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1;35mwarning:\u{1B}[0m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test("says what was skipped, assumed, suppressed and known")
  func details() {
    let summary = Report.Summary(
      filesRead: 120, filesSkipped: 2, seconds: 61.26, assumedModules: ["App", "Feed"],
      suppressed: 1, baseline: .init(known: 4, gone: 2))
    let text = ReportFormat.text.render(Sample("").report(summary: summary))
    #expect(
      text == """
        All quiet: nothing found in 120 files, 61.3 s.
        2 files skipped
        settings assumed for 'App', 'Feed'
        1 finding suppressed by comments
        4 findings known to the baseline
        2 findings of the baseline no longer found: take them out with --write-baseline

        """)
  }
}
