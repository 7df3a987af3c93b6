import Foundation
import Testing

@testable import IsoldeChecker

@Suite("Discovery")
struct DiscoveryTests {
  @Test("takes Swift files in sorted order and skips dependencies and build products")
  func skipsDependencies() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Sources/B.swift": "", "Sources/A.swift": "", "README.md": "",
      ".build/checkouts/x/X.swift": "", "Pods/P.swift": "", "Carthage/C.swift": "",
      "DerivedData/D.swift": "", "node_modules/n/N.swift": "", ".hidden/H.swift": "",
      "SourcePackages/checkouts/S.swift": "", "Play.playground/Contents.swift": "",
      "Images.xcassets/I.swift": "", "Sources/._A.swift": "",
    ])
    #expect(folder.find() == ["Package.swift", "Sources/A.swift", "Sources/B.swift"])
  }

  @Test("takes a path that is named, whatever would skip it")
  func namedPathsAreTaken() throws {
    let folder = try TemporaryFolder([
      ".gitignore": "Ignored/\n*.tmp.swift\n", "Package.swift": "", "Ignored/A.swift": "",
      "Pods/Deep/P.swift": "", "notes.txt": "", "x.tmp.swift": "",
    ])
    var discovery = Discovery()
    discovery.exclude = [PathPattern("Pods")]
    #expect(folder.find(["Ignored"], discovery) == ["Ignored/A.swift"])
    #expect(folder.find(["Pods/Deep"], discovery) == ["Pods/Deep/P.swift"])
    #expect(folder.find(["notes.txt", "x.tmp.swift"]) == ["notes.txt", "x.tmp.swift"])
  }

  @Test("lists a file once when several paths lead to it")
  func noDuplicates() throws {
    let folder = try TemporaryFolder(["Package.swift": "", "Sources/A.swift": ""])
    let found = Discovery().find(
      ["Sources", ".", "Sources/../Sources/A.swift", "Sources/A.swift"], from: folder.path)
    #expect(found.files.map(\.path) == ["Package.swift", "Sources/A.swift"])
    #expect(found.files.map(\.isNamed) == [false, true])
  }

  @Test("reports a missing path and goes on with the others")
  func missingPath() throws {
    let folder = try TemporaryFolder(["Package.swift": "", "A.swift": ""])
    let found = Discovery().find(["nowhere", "A.swift", ""], from: folder.path)
    #expect(found.files.map(\.path) == ["A.swift"])
    #expect(
      found.errors.map(\.description) == [
        ": cannot be read: the path is empty; check the spelling",
        "nowhere: cannot be read: No such file or directory; check the spelling",
      ])
  }

  @Test("does not wait for a pipe")
  func pipesAreRefused() throws {
    let folder = try TemporaryFolder(["Package.swift": ""])
    #expect(mkfifo(folder.path + "/Pipe.swift", 0o600) == 0)
    #expect(folder.find() == ["Package.swift"])
    let found = Discovery().find(["Pipe.swift"], from: folder.path)
    #expect(found.errors.first?.message == "is neither a file nor a folder")
  }

  @Test("skips a file that is too large with a notice, unless it is named")
  func largeFiles() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Large.swift": String(repeating: "/", count: 200),
    ])
    var discovery = Discovery()
    discovery.maximumFileSize = 100
    let found = discovery.find(["."], from: folder.path)
    #expect(found.files.map(\.path) == ["Package.swift"])
    #expect(
      found.notices.map(\.description) == ["Large.swift: skipped: 200 bytes, more than 100"])
    #expect(folder.find(["Large.swift"], discovery) == ["Large.swift"])
  }

  @Test("keeps names with line feeds, quotes and control characters")
  func hostileNames() throws {
    let names = ["a\nb.swift", "c\u{1B}[31m.swift", "d\"'.swift", "é ü.swift", "-rf.swift"]
    let folder = try TemporaryFolder(["Package.swift": ""])
    for name in names { try folder.write("let x = 1", to: name) }
    let found = Discovery().find(["."], from: folder.path)
    #expect(Set(found.files.map(\.path)) == Set(names + ["Package.swift"]))
    for file in found.files where file.path != "Package.swift" {
      #expect(try file.read().bytes.count == 9)
    }
  }

  @Test("reports a file that is gone when it is read")
  func unreadableFile() {
    let file = SourceFile(path: "A.swift", location: "/nowhere/A.swift", role: .production, size: 1)
    #expect(
      throws: InputError(
        path: "A.swift", message: "file cannot be read: No such file or directory",
        advice: "check its permissions, or list it under 'exclude'")
    ) { try file.read() }
  }

  @Test("applies the patterns of a configuration to folders")
  func configuredPatterns() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Sources/App/A.swift": "", "Sources/Legacy/Old/L.swift": "",
      "Sources/App/Api.pb.swift": "", "Tools/T.swift": "",
    ])
    var discovery = Discovery()
    discovery.include = [PathPattern("Sources")]
    discovery.exclude = [PathPattern("Sources/Legacy/**"), PathPattern("*.pb.swift")]
    #expect(folder.find(["."], discovery) == ["Sources/App/A.swift"])
  }

  // MARK: - Links

  @Test("follows links once, below the root only, and ends in loops")
  func links() throws {
    let outside = try TemporaryFolder(["Secret.swift": "", "Dir/S.swift": ""])
    let folder = try TemporaryFolder([
      "Package.swift": "", "Sources/A.swift": "", ".shared/B.swift": "",
    ])
    try folder.link("Sources/loop", to: "..")
    try folder.link("Sources/self", to: "self")
    try folder.link("Again", to: "Sources")
    try folder.link("Sources/B.swift", to: "../.shared/B.swift")
    try folder.link("Sources/C.swift", to: "A.swift")
    try folder.link("Out", to: outside.path + "/Dir")
    try folder.link("Out.swift", to: outside.path + "/Secret.swift")
    try folder.link("Gone.swift", to: "nowhere")
    let found = Discovery().find(["."], from: folder.path)
    #expect(found.files.map(\.path) == ["Package.swift", "Sources/A.swift", "Sources/B.swift"])
    #expect(
      found.notices.map(\.description) == [
        "Gone.swift: skipped: the link leads nowhere",
        "Out: skipped: the link leads out of the project",
        "Out.swift: skipped: the link leads out of the project",
      ])
    #expect(found.errors.isEmpty)
  }

  // MARK: - Root

  @Test("makes paths relative to the nearest package, project or repository")
  func roots() throws {
    let folder = try TemporaryFolder([
      ".git/HEAD": "", "App/App.xcodeproj/project.pbxproj": "", "App/Sources/A.swift": "",
      "Packages/P/Package.swift": "", "Packages/P/Sources/P/P.swift": "", "Loose/L.swift": "",
    ])
    #expect(folder.find(["App/Sources"]) == ["Sources/A.swift"])
    #expect(folder.find(["Packages/P/Sources/P/P.swift"]) == ["Sources/P/P.swift"])
    #expect(folder.find(["Loose"]) == ["Loose/L.swift"])
    #expect(folder.find(["Loose", "App/Sources"]) == ["App/Sources/A.swift", "Loose/L.swift"])
    #expect(Discovery().find(["."], from: folder.path).projects == ["App/App.xcodeproj"])
  }

  @Test("lets a configuration further up in the repository be the root")
  func configuredRoot() throws {
    let folder = try TemporaryFolder([
      ".git/HEAD": "", ".isolde.yml": "", "P/Package.swift": "", "P/Sources/P/P.swift": "",
    ])
    #expect(folder.find(["P"]) == ["P/Package.swift", "P/Sources/P/P.swift"])
  }
}
