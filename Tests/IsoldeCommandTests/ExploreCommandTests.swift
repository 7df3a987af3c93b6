import Foundation
import Testing

@Suite("isolde explore")
struct ExploreCommandTests {
  private let isolde: Isolde
  private let folder: Folder

  init() throws {
    isolde = try Isolde()
    folder = try Folder()
  }

  /// Explores a source and reads the report, which has to follow its schema.
  private func explore(
    _ source: String, _ arguments: String..., code: Int32
  ) throws -> [String: Any] {
    try folder.write("Scenario.swift", source)
    let words = ["explore", "Scenario.swift", "--format", "json"] + arguments
    let run = try isolde(words, in: folder.url, cache: folder.url)
    #expect(run.code == code, "\(run.output) \(run.errors)")
    #expect(try Self.schema().problems(in: run.output) == [])
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(report as? [String: Any])
  }

  private static func schema() throws -> JSONSchema {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Documentation/explore-report.schema.json")
    return try JSONSchema(String(contentsOf: file, encoding: .utf8))
  }

  @Test("describes its report key by key")
  func describedSchema() throws {
    #expect(try Self.schema().undescribed == [])
  }

  @Test("says that all orders of a small scenario were run")
  func passing() throws {
    let report = try explore(Scenarios.passing, code: 0)
    #expect(report["verdict"] as? String == "passed")
    #expect(report["exhaustive"] as? Bool == true)
    #expect(report["failure"] is NSNull)
    #expect(
      report["capabilities"] as? [String] == [
        "preference", "hopStops", "virtualSleep", "virtualClock", "mainActor",
      ])
  }

  @Test("shows the run that fails, and its output alone")
  func failing() throws {
    let report = try explore(Scenarios.failing, code: 1)
    #expect(report["verdict"] as? String == "failed")
    let failure = try #require(report["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "error")
    #expect(failure["message"] as? String == "Lost()")
    #expect(failure["output"] as? String == "both are done\n")
    #expect((failure["cause"] as? [String])?.first?.contains("“rent”") == true)
    #expect((failure["timeline"] as? [[String: Any]])?.count == failure["steps"] as? Int)
  }

  @Test("fails again when it replays what it reported")
  func replay() throws {
    let first = try #require(try explore(Scenarios.failing, code: 1)["failure"] as? [String: Any])
    let token = try #require(first["replay"] as? String)
    let report = try explore(Scenarios.failing, "--replay", token, code: 1)
    #expect(report["runs"] as? Int == 1)
    #expect((report["failure"] as? [String: Any])?["message"] as? String == "Lost()")
  }

  @Test("names who waits when a scenario cannot end")
  func hung() throws {
    let report = try explore(Scenarios.hung, code: 1)
    #expect(report["verdict"] as? String == "hung")
    let failure = try #require(report["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "leakedContinuation")
    #expect((failure["location"] as? [String: Any])?["line"] as? Int == 2)
    #expect((failure["suspended"] as? [[String: Any]])?.first?["task"] as? String == "body")
  }

  @Test("finds and simplifies the schedule of a trap")
  func crashed() throws {
    let report = try explore(Scenarios.crashing, code: 1)
    #expect(report["verdict"] as? String == "crashed")
    let failure = try #require(report["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "trap")
    #expect(failure["message"] as? String == "Fatal error: the last one came first")
    #expect(failure["deviations"] as? Int == 1)
    #expect((failure["location"] as? [String: Any])?["line"] as? Int == 15)
    let token = try #require(failure["replay"] as? String)
    #expect(try explore(Scenarios.crashing, "--replay", token, code: 1)["runs"] as? Int == 1)
  }

  @Test("knows a continuation that is resumed twice")
  func doubleResume() throws {
    let report = try explore(Scenarios.doubleResume, code: 1)
    #expect(report["verdict"] as? String == "crashed")
    #expect((report["failure"] as? [String: Any])?["kind"] as? String == "doubleResume")
  }

  @Test("ends a scenario that blocks its thread, and says where")
  func blocked() throws {
    let report = try explore(Scenarios.blocked, "--seconds", "1", code: 1)
    #expect(report["verdict"] as? String == "hung")
    let failure = try #require(report["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "blocked")
    #expect((failure["location"] as? [String: Any])?["line"] as? Int == 3)
  }

  @Test("counts what a function comes to")
  func outcomes() throws {
    let report = try explore(Scenarios.outcome, code: 0)
    let outcomes = try #require(report["outcomes"] as? [[String: Any]])
    #expect(Set(outcomes.compactMap { $0["value"] as? String }) == ["1", "2"])
    #expect(outcomes.compactMap { $0["runs"] as? Int }.reduce(0, +) == report["runs"] as? Int)
  }

  @Test("shows what the compiler says, with the file's own path")
  func compileError() throws {
    let report = try explore(Scenarios.broken, code: 2)
    #expect(report["verdict"] as? String == "compileError")
    let message = try #require(report["message"] as? String)
    #expect(message.hasPrefix("Scenario.swift:1:51: error: "))
  }

  @Test("shows the steps of a run that passed when it is asked for")
  func timeline() throws {
    let report = try explore(Scenarios.passing, "--timeline", code: 0)
    let timeline = try #require(report["timeline"] as? [[String: Any]])
    #expect(timeline.contains { $0["isolation"] as? String == "Tally" })
  }

  @Test("compiles a file once, and again when its entry in the cache is broken")
  func cache() throws {
    #expect(try explore(Scenarios.passing, code: 0)["compileSeconds"] as? Double != 0)
    #expect(try explore(Scenarios.passing, code: 0)["compileSeconds"] as? Double == 0)
    let entries = folder.url.appending(path: "isolde/explore")
    for name in try FileManager.default.contentsOfDirectory(atPath: entries.path) {
      let file = entries.appending(path: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
      try Data("broken".utf8).write(to: file)
    }
    #expect(try explore(Scenarios.passing, code: 0)["compileSeconds"] as? Double != 0)
    let uncached = try explore(Scenarios.passing, "--no-cache", code: 0)
    #expect(uncached["compileSeconds"] as? Double != 0)
  }

  @Test("lets no name or message steer a terminal", arguments: ["text", "json"])
  func hostileText(format: String) throws {
    let name = #"\u{1B}[31mred\u{202E}\n::error::no"#
    let source = Scenarios.failing.replacing("name: \"rent\"", with: "name: \"\(name)\"")
      .replacing("both are done", with: name)
    try folder.write("Scenario.swift", source)
    let run = try isolde(
      ["explore", "Scenario.swift", "--format", format], in: folder.url, cache: folder.url)
    #expect(run.code == 1)
    #expect(run.output.contains("[31mred"))
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    #expect(!run.output.contains("\n::error::"))
  }

  @Test("tells people what failed, why, and how to see it again")
  func text() throws {
    try folder.write("Scenario.swift", Scenarios.failing)
    let run = try isolde(["explore", "Scenario.swift"], in: folder.url, cache: folder.url)
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("Scenario.swift failed in run "))
    #expect(run.output.contains("The run, step by step:"))
    #expect(run.output.contains("Replay it with: isolde explore Scenario.swift --replay "))
  }
}
