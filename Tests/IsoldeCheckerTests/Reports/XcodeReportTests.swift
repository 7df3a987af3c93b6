import IsoldeChecker
import Testing

@Suite("A report for Xcode")
struct XcodeReportTests {
  @Test("has a line with an absolute path for each finding and note, and nothing else")
  func lines() {
    #expect(
      ReportFormat.xcode.render(Sample.wallet().report()) == """
        /src/app/Wallet.swift:6:5: warning: 'balance' was checked on line 4, but it may have changed at the await on line 5 [stale-check]
        /src/app/Wallet.swift:4:11: note: it is checked here
        /src/app/Wallet.swift:5:5: note: others may run here

        """)
  }

  @Test("is empty when nothing is found")
  func nothingFound() {
    #expect(ReportFormat.xcode.render(Sample("").report()).isEmpty)
  }

  @Test("has a line for a file that could not be judged")
  func failure() {
    let report = Sample("").report(errors: [.init(file: "B.swift", message: "cannot be read")])
    #expect(ReportFormat.xcode.render(report) == "/src/app/B.swift:1:1: error: cannot be read\n")
  }
}
