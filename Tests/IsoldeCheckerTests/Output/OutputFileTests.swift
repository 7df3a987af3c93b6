import Foundation
import IsoldeChecker
import Testing

@Suite("An output file")
struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("is created, or replaced as a whole with its mode kept")
  func writing() throws {
    try OutputFile.write("first", to: folder("report.json"))
    try folder.setMode(0o600, of: "report.json")
    try OutputFile.write("second", to: folder("report.json"))
    #expect(folder.read("report.json") == "second")
    #expect(try folder.mode(of: "report.json") == 0o600)
    #expect(folder.names == ["report.json"])
  }

  @Test("takes the place of a link instead of following it")
  func link() throws {
    try folder.write("precious", to: "target")
    try folder.link("report.json", to: folder("target"))
    try OutputFile.write("new", to: folder("report.json"))
    #expect(folder.read("target") == "precious")
    #expect(folder.read("report.json") == "new")
  }

  @Test("keeps its old content when it cannot be replaced")
  func failure() throws {
    try folder.write("kept", to: "taken/file")
    #expect(throws: FileFailure.self) { try OutputFile.write("new", to: folder("taken")) }
    #expect(folder.read("taken/file") == "kept")
    #expect(folder.names == ["taken"])
  }

  @Test("in a folder that does not exist is refused")
  func noFolder() throws {
    let path = folder("nowhere/report.json")
    #expect(throws: FileFailure.system(operation: "open", path: folder("nowhere"), code: ENOENT)) {
      try OutputFile.write("new", to: path)
    }
  }

  @Test("may be a device, which is written to and stays one")
  func device() throws {
    try OutputFile.write("gone", to: "/dev/null")
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("has failures that are safe to print")
  func failureText() {
    let failure = FileFailure.link(path: "a\u{1B}[1m\n.swift")
    #expect(
      failure.description
        == "'a[1m .swift' is or leads through a symbolic link, which is not followed")
  }
}
