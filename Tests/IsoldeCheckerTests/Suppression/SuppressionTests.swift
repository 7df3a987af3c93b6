import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A suppression")
struct SuppressionTests {
  /// Reports each occurrence of `bug` in a source and applies the source's suppressions.
  private func outcome(
    _ source: String, rule: RuleInfo = Sample.rule,
    enabled: Set<String> = ["stale-check", "double-resume"]
  ) -> SuppressionFilter.Outcome {
    var sample = Sample(source)
    let count = source.split(separator: "bug", omittingEmptySubsequences: false).count - 1
    for occurrence in 0..<count { sample.find("bug", occurrence: occurrence, rule: rule) }
    let filter = SuppressionFilter(known: ["double-resume", "stale-check"], enabled: enabled)
    return filter.apply(to: sample.findings, unit: 0, tree: sample.tree())
  }

  /// The rules that are still reported, sorted.
  private func reported(_ source: String, rule: RuleInfo = Sample.rule) -> [String] {
    outcome(source, rule: rule).findings.map(\.rule).sorted()
  }

  /// The message of the one finding that is left.
  private func message(_ source: String) -> String {
    let findings = outcome(source).findings
    return findings.count == 1 ? findings[0].message : "\(findings.map(\.message))"
  }

  // MARK: - Reach

  @Test("on a line of its own speaks of the next line")
  func nextLine() {
    #expect(reported("// isolde:ignore stale-check - known\nbug()\n") == [])
    #expect(reported("// isolde:ignore stale-check - known\nbug()\nbug()\n") == ["stale-check"])
  }

  @Test("at the end of a line speaks of that line")
  func sameLine() {
    #expect(reported("bug() // isolde:ignore stale-check - known\n") == [])
    #expect(
      reported("bug() // isolde:ignore stale-check - known\nbug()\n") == ["stale-check"])
  }

  @Test("skips the comments below it, but not an empty line")
  func commentsBetween() {
    #expect(
      reported(
        """
        // isolde:ignore stale-check - known
        // isolde:ignore double-resume - known, too
        /// Documentation.
        bug()
        """, rule: Sample.severeRule) == ["suppression-unused"])
    #expect(
      reported("// isolde:ignore stale-check - known\n\nbug()\n") == [
        "stale-check", "suppression-unused",
      ])
  }

  @Test("speaks of a statement of several lines from its first one")
  func longStatement() {
    #expect(
      reported(
        """
        func f() {
          // isolde:ignore stale-check - known
          pay(
            amount,
            await bug())
        }
        """) == [])
    #expect(reported("pay( // isolde:ignore stale-check - known\n  await bug())\n") == [])
  }

  @Test("does not speak of what is in the braces of a statement")
  func braces() {
    for head in ["if await a {", "Task {", "func f() async {", "actor A {"] {
      let source = "// isolde:ignore stale-check - known\n\(head)\n  let bug = await a\n}\n"
      #expect(reported(source) == ["stale-check", "suppression-unused"], "\(head)")
    }
  }

  @Test("speaks of a declaration from the line of its first attribute")
  func attributes() {
    #expect(
      reported(
        "struct S {\n  // isolde:ignore stale-check - known\n  @MainActor\n  var bug = 1\n}\n")
        == [])
  }

  @Test("of the file speaks of all its lines")
  func wholeFile() {
    #expect(reported("// isolde:ignore-file stale-check - known\n\nbug()\nf { bug() }\n") == [])
  }

  @Test("of the file may follow a long licence, but no declaration behind line 20")
  func placeForWholeFile() {
    let licence = String(repeating: "// licence\n", count: 30)
    let comment = "// isolde:ignore-file stale-check - known\n"
    #expect(reported(licence + "import A\n" + comment + "bug()\n") == [])
    #expect(
      reported(licence + "let a = 1\n" + comment + "bug()\n") == [
        "stale-check", "suppression-unused",
      ])
    #expect(reported("let a = 1\n" + comment + "bug()\n") == [])
  }

  @Test("suppresses only the rules that it names")
  func namedOnly() {
    #expect(
      reported("// isolde:ignore double-resume - known\nbug()\n") == [
        "stale-check", "suppression-unused",
      ])
  }

  @Test("can name several rules")
  func severalRules() {
    let source = "// isolde:ignore double-resume, stale-check - known\nbug()\n"
    #expect(reported(source) == ["suppression-unused"])
    #expect(message(source) == "nothing here needs the suppression of 'double-resume'")
  }

  @Test(
    "accepts hyphens and dashes before the reason",
    arguments: [" - ", " -- ", " — ", "—", " – ", "\t-\t"])
  func dashes(dash: String) {
    #expect(reported("// isolde:ignore stale-check\(dash)known\nbug()\n") == [])
    #expect(reported("bug() //isolde:ignore stale-check ,stale-check\(dash)known\r\n") == [])
  }

  @Test(
    "is a line comment that starts with the words, nothing else",
    arguments: [
      "/// isolde:ignore stale-check - known", "/* isolde:ignore stale-check - known */",
      "// see isolde:ignore stale-check - known", "//! isolde:ignore stale-check - known",
      "let a = \"// isolde:ignore stale-check - known\"",
    ])
  func otherComments(line: String) {
    #expect(reported(line + "\nbug()\n") == ["stale-check"])
  }

  @Test("counts what it suppressed")
  func suppressed() {
    let outcome = outcome("// isolde:ignore-file stale-check - known\nbug()\nbug()\n")
    #expect(outcome.suppressed.count == 2)
  }

  // MARK: - Mistakes

  @Test(
    "without a reason suppresses nothing and is reported",
    arguments: ["", " -", " - ", " because it is known", " --"])
  func withoutReason(end: String) {
    #expect(
      reported("// isolde:ignore stale-check\(end)\nbug()\n") == [
        "stale-check", "suppression-without-reason",
      ])
  }

  @Test("of a rule that does not exist is reported with the nearest one")
  func unknownRule() {
    #expect(
      message("// isolde:ignore stale-chek - known\n")
        == "there is no rule 'stale-chek'; did you mean 'stale-check'?")
    #expect(message("// isolde:ignore something - known\n") == "there is no rule 'something'")
  }

  @Test("of two words without a comma names no rule")
  func missingComma() {
    #expect(
      reported("// isolde:ignore stale-check double-resume - known\nbug()\n") == [
        "stale-check", "suppression-unknown-rule",
      ])
  }

  @Test("that names nothing is reported")
  func noName() {
    #expect(message("// isolde:ignore - known\n") == "the suppression names no rule")
  }

  @Test("with a word that does not exist is reported")
  func unknownWord() {
    #expect(
      message("// isolde:ignore-fle stale-check - known\n")
        == "'isolde:ignore-fle' is not known; did you mean 'isolde:ignore-file'?")
  }

  @Test("cannot silence the rules about suppressions")
  func ownRules() {
    #expect(
      message("// isolde:ignore suppression-unused - quiet\n")
        == "'suppression-unused' cannot be suppressed by a comment")
  }

  @Test("that matches nothing is reported at the comment")
  func unused() {
    let source = "let a = 1 // isolde:ignore stale-check - known  \n"
    let findings = outcome(source).findings
    #expect(findings.map(\.rule) == ["suppression-unused"])
    #expect(findings[0].level == .warning)
    #expect(
      Sample(source).tree().text[findings[0].range] == "// isolde:ignore stale-check - known")
  }

  @Test("of a rule that did not run is not called unused")
  func disabledRule() {
    let source = "// isolde:ignore stale-check - known\nlet a = 1\n"
    #expect(outcome(source, enabled: ["double-resume"]).findings.isEmpty)
  }

  @Test("that is not needed can be removed with its line or its space")
  func removal() throws {
    for (source, result) in [
      ("let a = 1\n  // isolde:ignore stale-check - known\nlet b = 2\n", "let a = 1\nlet b = 2\n"),
      ("let a = 1  // isolde:ignore stale-check - known\r\nlet b\r\n", "let a = 1\r\nlet b\r\n"),
      ("// isolde:ignore stale-check - known", ""),
    ] {
      let edit = try #require(outcome(source).findings.first?.fix?.edits.first)
      var bytes = Array(source.utf8)
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
      #expect(String(decoding: bytes, as: UTF8.self) == result)
    }
  }

  @Test("is read in a file without a word of concurrency")
  func skeleton() {
    #expect(
      reported("struct S {\n  // isolde:ignore stale-check - known\n  var a = 1\n}\n") == [
        "suppression-unused"
      ])
  }
}
