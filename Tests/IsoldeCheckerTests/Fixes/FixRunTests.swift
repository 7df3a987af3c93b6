import Foundation
import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A run of fixes")
struct FixRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A sample with a fix in each file, which is also on disk unless it lies outside.
  private func sample(_ paths: String...) throws -> Sample {
    var sample = Sample(paths.map { ($0, Array("let old = 1\n".utf8)) })
    for (unit, path) in paths.enumerated() {
      sample.find("old", unit: unit, fix: .init("rename it", .safe, [.init(4..<7, "new")]))
      if !path.contains("..") { try folder.write("let old = 1\n", to: path) }
    }
    return sample
  }

  private func run(
    _ sample: Sample, changes: KnownChanges = KnownChanges(), allowsDirty: Bool = false
  ) -> FixRun.Outcome {
    FixRun(root: folder.path, changes: changes, allowsUncommittedChanges: allowsDirty)
      .apply(sample.findings, in: sample.project)
  }

  @Test("changes the files, keeps their modes, and leaves nothing else behind")
  func writing() throws {
    let sample = try sample("A.swift", "Feed/B.swift")
    try folder.setMode(0o640, of: "A.swift")
    let outcome = run(sample)
    #expect(outcome.files == ["A.swift", "Feed/B.swift"])
    #expect(outcome.applied.count == 2)
    #expect(folder.read("A.swift") == "let new = 1\n")
    #expect(folder.read("Feed/B.swift") == "let new = 1\n")
    #expect(try folder.mode(of: "A.swift") == 0o640)
    #expect(folder.names == ["A.swift", "Feed"])
  }

  @Test("leaves files with uncommitted changes alone, unless that is allowed")
  func uncommittedChanges() throws {
    let sample = try sample("A.swift", "B.swift")
    let changes = KnownChanges(changed: ["A.swift"])
    let outcome = run(sample, changes: changes)
    #expect(outcome.files == ["B.swift"])
    #expect(outcome.skipped.map(\.reason) == ["the file has uncommitted changes (--allow-dirty)"])
    #expect(folder.read("A.swift") == "let old = 1\n")
    #expect(
      run(try self.sample("A.swift"), changes: changes, allowsDirty: true).files == ["A.swift"])
  }

  @Test("changes nothing when nobody knows about uncommitted changes")
  func unknownChanges() throws {
    let outcome = run(try sample("A.swift"), changes: KnownChanges(failure: "no repository"))
    #expect(
      outcome.skipped.map(\.reason) == [
        "uncommitted changes cannot be looked for: no repository (--allow-dirty)"
      ])
    #expect(folder.read("A.swift") == "let old = 1\n")
  }

  @Test("follows no link to a file and no link to a folder")
  func links() throws {
    try folder.write("let old = 1\n", to: "real/C.swift")
    let sample = try sample("A.swift", "Feed/C.swift")
    try FileManager.default.removeItem(atPath: folder("A.swift"))
    try FileManager.default.removeItem(atPath: folder("Feed"))
    try folder.link("A.swift", to: folder("real/C.swift"))
    try folder.link("Feed", to: folder("real"))
    let outcome = run(sample)
    #expect(outcome.files.isEmpty)
    #expect(outcome.skipped.count == 2)
    #expect(outcome.skipped.allSatisfy { $0.reason.contains("symbolic link") })
    #expect(folder.read("real/C.swift") == "let old = 1\n")
  }

  @Test("writes nothing outside the root")
  func outside() throws {
    let inner = folder("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try folder.write("let old = 1\n", to: "A.swift")
    for path in ["../A.swift", folder("A.swift"), "x/../../A.swift"] {
      var sample = Sample((path: path, source: "let old = 1\n"))
      sample.find("old", fix: .init("rename it", .safe, [.init(4..<7, "new")]))
      let outcome = FixRun(root: inner, changes: KnownChanges())
        .apply(sample.findings, in: sample.project)
      #expect(outcome.skipped.map(\.reason) == ["'\(path)' is not inside '\(inner)'"])
    }
    #expect(folder.read("A.swift") == "let old = 1\n")
  }

  @Test("leaves a file alone that changed after it was read")
  func changedFile() throws {
    let sample = try sample("A.swift")
    try folder.write("let old = 2\n", to: "A.swift")
    #expect(run(sample).skipped.map(\.reason) == ["the file has changed since it was read"])
    #expect(folder.read("A.swift") == "let old = 2\n")
  }

  @Test("makes a fix once in a file of two modules")
  func twoModules() throws {
    let outcome = run(try sample("A.swift", "A.swift"))
    #expect(outcome.applied.count == 1)
    #expect(outcome.skipped.isEmpty)
    #expect(folder.read("A.swift") == "let new = 1\n")
  }

  @Test("passes over findings without a fix")
  func noFix() {
    var sample = Sample("let old = 1\n")
    sample.find("old")
    let outcome = run(sample)
    #expect(outcome.files.isEmpty && outcome.skipped.isEmpty)
  }
}
