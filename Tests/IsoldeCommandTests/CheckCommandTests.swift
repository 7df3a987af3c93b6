import Foundation
import Testing

@Suite("isolde check")
struct CheckCommandTests {
  private let isolde: Isolde
  private let folder: Folder

  init() throws {
    isolde = try Isolde()
    folder = try Folder()
  }

  @Test("ends with 1 and names place, problem and rule when it finds something")
  func findings() throws {
    try folder.write("Sources/Wallet.swift", Folder.wallet)
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 1)
    #expect(
      run.output.contains("Sources/Wallet.swift:6:5: warning: 'balance' was checked on line 4"))
    #expect(run.output.contains("[actor-check-then-act]"))
    #expect(run.output.contains("1 finding (1 warning) in 1 file"))
  }

  @Test("ends with 0 when there is nothing to find")
  func clean() throws {
    try folder.write("A.swift", "let answer = 42\n")
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 0)
    #expect(run.output.contains("nothing found in 1 file"))
  }

  @Test("reads one source from standard input")
  func standardInput() throws {
    let run = try isolde("check", "-", in: folder.url, input: Folder.wallet)
    #expect(run.code == 1)
    #expect(run.output.contains("<stdin>:6:5: warning:"))
  }

  @Test("shows paths relative to where it runs")
  func relativePaths() throws {
    try folder.write("App/Package.swift", "// swift-tools-version: 6.2\n")
    try folder.write("App/Sources/Wallet.swift", Folder.wallet)
    let run = try isolde("check", "App", in: folder.url)
    #expect(run.output.contains("App/Sources/Wallet.swift:6:5:"))
  }

  @Test("finds the same with any number of jobs")
  func jobs() throws {
    for index in 0..<12 { try folder.write("W\(index).swift", Folder.wallet) }
    let one = try isolde("check", "--no-cache", "--jobs", "1", "--format", "xcode", in: folder.url)
    let four = try isolde("check", "--no-cache", "--jobs", "4", "--format", "xcode", in: folder.url)
    #expect(one.output == four.output)
    #expect(one.output.contains("W11.swift"))
  }

  @Test("hides what a comment with a reason suppresses")
  func suppression() throws {
    let quiet = Folder.wallet.replacing(
      "    balance -=", with: "    // isolde:ignore actor-check-then-act - one user\n    balance -="
    )
    try folder.write("Wallet.swift", quiet)
    let run = try isolde("check", in: folder.url)
    #expect(run.code == 0)
  }

  @Test("judges tests when it is told to, also after a run that did not look into them")
  func testsToo() throws {
    try folder.write("Tests/WalletTests.swift", Folder.wallet)
    #expect(try isolde("check", in: folder.url).code == 0)
    let run = try isolde("check", "--tests", "all", in: folder.url)
    #expect(run.code == 1)
    #expect(run.output.contains("Tests/WalletTests.swift:6:5: warning:"))
    #expect(try isolde("check", in: folder.url).code == 0)
  }

  @Test("fails at the level it is told")
  func level() throws {
    try folder.write("Wallet.swift", Folder.wallet)
    #expect(try isolde("check", "--level", "error", in: folder.url).code == 0)
    #expect(try isolde("check", "--level", "warning", in: folder.url).code == 1)
  }

  @Test("shows at most as many findings as it is told, and still fails")
  func maximumFindings() throws {
    for index in 0..<3 { try folder.write("W\(index).swift", Folder.wallet) }
    let run = try isolde("check", "--max-findings", "1", in: folder.url)
    #expect(run.code == 1)
    #expect(run.errors.contains("2 more findings are not shown"))
  }

  @Test("knows what a baseline knows, and fails on what is new")
  func baseline() throws {
    try folder.write("Old.swift", Folder.wallet)
    #expect(try isolde("check", "--write-baseline", in: folder.url).code == 0)
    #expect(try isolde("check", "--baseline", in: folder.url).code == 0)
    try folder.write("New.swift", Folder.wallet.replacing("Wallet", with: "Purse"))
    let run = try isolde("check", "--baseline", in: folder.url)
    #expect(run.code == 1)
    #expect(run.output.contains("New.swift:6:5"))
    #expect(!run.output.contains("Old.swift:6:5"))
  }

  @Test("reports with --diff only what touches a changed line")
  func diff() throws {
    try folder.write("Old.swift", Folder.wallet)
    for command in [
      ["init", "-q"], ["add", "."],
      ["-c", "user.name=T", "-c", "user.email=t@example.com", "commit", "-qm", "Start"],
    ] {
      try Self.git(command, in: folder.url)
    }
    try folder.write("New.swift", Folder.wallet.replacing("Wallet", with: "Purse"))
    try folder.write("Old.swift", "// A comment\n" + Folder.wallet)
    let run = try isolde("check", "--diff", "HEAD", "--no-cache", in: folder.url)
    #expect(run.output.contains("New.swift:6:5"))
    #expect(!run.output.contains("Old.swift"))
    let unknown = try isolde("check", "--diff", "nowhere", in: folder.url)
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("cannot compare with 'nowhere'"))
  }

  @Test("writes a report to a file and leaves standard output alone")
  func output() throws {
    try folder.write("Wallet.swift", Folder.wallet)
    let run = try isolde(
      "check", "--format", "json", "--output", "report.json", in: folder.url)
    #expect(run.code == 1)
    #expect(run.output.isEmpty)
    #expect(try folder.read("report.json").contains("\"actor-check-then-act\""))
  }

  private static func git(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("lists its rules for people and for programs")
  func rules() throws {
    let text = try isolde("rules")
    #expect(text.code == 0)
    #expect(text.output.contains("  actor-check-then-act "))
    let json = try isolde("rules", "--format", "json")
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let rules = try #require(list["rules"] as? [[String: Any]])
    #expect(rules.contains { $0["id"] as? String == "actor-check-then-act" })
    #expect(try isolde("rules", "--format", "jsn").errors.contains("did you mean 'json'?"))
  }
}
