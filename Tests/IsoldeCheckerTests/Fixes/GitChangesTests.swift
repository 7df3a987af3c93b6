import Foundation
import IsoldeChecker
import Testing

/// The git that the tests make repositories with.
private let gitExecutable = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { "\($0)/git" }
  .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("Uncommitted changes in git", .enabled(if: gitExecutable != nil))
struct GitChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(gitExecutable))
    process.arguments =
      ["-c", "user.name=isolde", "-c", "user.email=isolde@localhost", "-c", "commit.gpgsign=false"]
      + arguments
    process.currentDirectoryURL = URL(filePath: folder.path, directoryHint: .isDirectory)
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func makeRepository() throws {
    try git("init", "-q")
    for name in ["clean.swift", "changed.swift", "staged.swift", "moved.swift", "Sub/ü x.swift"] {
      try folder.write("let a = \"\(name)\"\n", to: name)
    }
    try folder.write("ignored.swift\nBuild/\n", to: ".gitignore")
    try git("add", "-A")
    try git("commit", "-q", "-m", "Start")
  }

  @Test("are those of changed, staged, moved, unknown and ignored files")
  func kinds() throws {
    try makeRepository()
    try folder.write("let b\n", to: "changed.swift")
    try folder.write("let b\n", to: "staged.swift")
    try git("add", "staged.swift")
    try git("mv", "moved.swift", "to.swift")
    for name in ["unknown.swift", "ignored.swift", "Build/x.swift"] {
      try folder.write("let c\n", to: name)
    }
    let dirty: Set = [
      "changed.swift", "staged.swift", "to.swift", "unknown.swift", "ignored.swift",
      "Build/x.swift",
    ]
    let found = try GitChanges().uncommittedChanges(
      among: dirty + ["clean.swift", "Sub/ü x.swift"], in: folder.path)
    #expect(found == dirty)
  }

  @Test("are found below a root that is not the repository's own")
  func subfolder() throws {
    try makeRepository()
    #expect(try GitChanges().uncommittedChanges(among: ["ü x.swift"], in: folder("Sub")) == [])
    try folder.write("let b\n", to: "Sub/ü x.swift")
    #expect(
      try GitChanges().uncommittedChanges(among: ["ü x.swift"], in: folder("Sub")) == ["ü x.swift"])
  }

  @Test("cover everything below a root that git ignores")
  func ignoredRoot() throws {
    try makeRepository()
    try folder.write("let c\n", to: "Build/Deep/x.swift")
    #expect(
      try GitChanges().uncommittedChanges(among: ["x.swift"], in: folder("Build/Deep")) == [
        "x.swift"
      ])
  }

  @Test("are not known outside a repository")
  func noRepository() {
    #expect(throws: ChangeCheckFailure.self) {
      try GitChanges().uncommittedChanges(among: ["a.swift"], in: folder.path)
    }
  }

  @Test("are not known without git, and folders that are not absolute do not count")
  func noGit() {
    #expect(throws: ChangeCheckFailure(reason: "there is no git in PATH")) {
      try GitChanges(searchPath: ".:bin").uncommittedChanges(among: [], in: folder.path)
    }
  }
}
