import IsoldeChecker
import Testing

@Suite("A report as workflow commands")
struct GitHubReportTests {
  @Test("has a command for each finding and ends with the counts")
  func commands() {
    #expect(
      ReportFormat.github.render(Sample.wallet().report()) == """
        ::warning file=Wallet.swift,line=6,endLine=6,col=5,endColumn=22,title=isolde%3A stale-check::'balance' was checked on line 4, but it may have changed at the await on line 5%0Aline 4: it is checked here%0Aline 5: others may run here%0Aothers may run at the await between the check and its use%0Aisolde explain stale-check
        1 finding (1 warning) in 1 file, 0.8 s

        """)
  }

  @Test("gives no columns for a range of several lines")
  func severalLines() {
    var sample = Sample("Task {\n  run()\n}\n")
    sample.find("Task {\n  run()\n}")
    #expect(
      ReportFormat.github.render(sample.report()).hasPrefix(
        "::warning file=Wallet.swift,line=1,endLine=3,title="))
  }

  @Test("calls a note a notice")
  func notice() {
    var sample = Sample("let a\n")
    sample.find("a")
    sample.findings[0].level = .note
    #expect(ReportFormat.github.render(sample.report()).hasPrefix("::notice file="))
  }

  @Test("makes paths relative to the workspace")
  func workspace() {
    let options = RenderOptions(workspace: "/src")
    #expect(
      ReportFormat.github.render(Sample.wallet().report(), options: options)
        .hasPrefix("::warning file=app/Wallet.swift,"))
  }

  @Test("says what was assumed or could not be judged")
  func details() {
    let report = Sample("").report(
      summary: .init(filesRead: 1, assumedModules: ["App"]),
      errors: [.init(file: "B.swift", message: "cannot be read")])
    let text = ReportFormat.github.render(report)
    #expect(text.contains("::error file=B.swift,title=isolde::cannot be read\n"))
    #expect(text.contains("::notice title=isolde::settings assumed for 'App'\n"))
  }
}
