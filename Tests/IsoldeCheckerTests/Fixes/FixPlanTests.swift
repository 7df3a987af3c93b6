import IsoldeChecker
import IsoldeRules
import IsoldeTree
import Testing

@Suite("A plan of fixes")
struct FixPlanTests {
  private func fix(
    _ applicability: Finding.Fix.Applicability = .safe, _ edits: (Range<Int>, String)...
  ) -> Finding.Fix {
    Finding.Fix("change it", applicability, edits.map { .init($0.0, $0.1) })
  }

  /// What a plan makes of a source.
  private func result(_ source: String, _ fixes: Finding.Fix...) -> String {
    String(decoding: FixPlan(fixes, in: SourceText(source)).bytes, as: UTF8.self)
  }

  private func obstacles(_ source: String, _ fixes: Finding.Fix...) -> [FixPlan.Obstacle] {
    FixPlan(fixes, in: SourceText(source)).skipped.map(\.obstacle)
  }

  @Test("makes all edits of a fix, in whatever order they come")
  func edits() {
    #expect(
      result("let a = 1\n", fix(.safe, (8..<9, "2"), (4..<5, "b"), (0..<0, "private ")))
        == "private let b = 2\n")
  }

  @Test("makes fixes that should be read only when asked")
  func review() {
    let source = SourceText("let a = 1\n")
    let fixes = [fix(.review, (4..<5, "b")), fix(.safe, (8..<9, "2"))]
    let plan = FixPlan(fixes, in: source)
    #expect(plan.applied == [1])
    #expect(plan.skipped.map(\.index) == [0])
    #expect(plan.skipped.map(\.obstacle) == [.needsReview])
    #expect(FixPlan(fixes, in: source, includesReview: true).applied == [0, 1])
  }

  @Test("lets the first of two overlapping fixes win and makes each one whole or not at all")
  func overlap() {
    let first = fix(.safe, (8..<11, "2"))
    let second = fix(.safe, (4..<5, "b"), (10..<11, "3"))
    #expect(result("let a = 123\n", first, second) == "let a = 2\n")
    #expect(obstacles("let a = 123\n", first, second) == [.overlaps])
  }

  @Test("does not make a fix whose own edits overlap")
  func ownOverlap() {
    #expect(obstacles("let a = 123\n", fix(.safe, (8..<10, ""), (9..<11, ""))) == [.overlaps])
  }

  @Test("makes edits that only touch, but no two insertions at one place")
  func touching() {
    let middle = fix(.safe, (4..<5, "b"))
    #expect(result("let a = 1\n", middle, fix(.safe, (5..<5, ": Int"))) == "let b: Int = 1\n")
    #expect(result("let a = 1\n", fix(.safe, (4..<4, "x")), middle) == "let xb = 1\n")
    #expect(
      obstacles("let a = 1\n", fix(.safe, (4..<4, "x")), fix(.safe, (4..<4, "y"))) == [.overlaps])
  }

  @Test("refuses edits outside the file and fixes without edits")
  func unusable() {
    #expect(obstacles("let a\n", fix(.safe, (5..<99, "")), fix()) == [.unusable, .unusable])
  }

  @Test("gives inserted lines the line ending of the file")
  func lineEndings() {
    #expect(
      result("let a = 1\r\nlet b = 2\r\n", fix(.safe, (11..<11, "// c\n// d\r\n")))
        == "let a = 1\r\n// c\r\n// d\r\nlet b = 2\r\n")
    #expect(result("let a = 1\n", fix(.safe, (0..<0, "// c\r\n"))) == "// c\nlet a = 1\n")
  }

  @Test("keeps the byte order mark")
  func byteOrderMark() {
    #expect(
      Array(result("\u{FEFF}let a = 1\n", fix(.safe, (7..<8, "b"))).utf8)
        == Array("\u{FEFF}let b = 1\n".utf8))
  }

  @Test("keeps the end of the last line, with a line ending or without")
  func lastLine() {
    #expect(result("let a = 1\n", fix(.safe, (8..<10, "2"))) == "let a = 2\n")
    #expect(result("let a = 1\r\n", fix(.safe, (9..<11, ""))) == "let a = 1\r\n")
    #expect(result("let a = 1", fix(.safe, (8..<9, "2\n"))) == "let a = 2")
  }

  @Test("makes nothing when the result has a syntax error")
  func brokenResult() {
    let good = fix(.safe, (4..<5, "b"))
    let bad = fix(.safe, (8..<9, "("))
    #expect(result("let a = 1\n", good, bad) == "let a = 1\n")
    #expect(obstacles("let a = 1\n", good, bad) == [.breaksSyntax, .breaksSyntax])
  }

  @Test("makes nothing in a file that has a syntax error already")
  func brokenFile() {
    #expect(obstacles("let = (\n", fix(.safe, (0..<3, "var"))) == [.fileIsBroken])
  }

  @Test("changes nothing when there is nothing to do")
  func nothing() {
    #expect(result("let = (\n") == "let = (\n")
  }
}
