import IsoldeModel
import Testing

@testable import IsoldeChecker

@Suite("The settings of a project")
struct ProjectSettingsTests {
  /// The module of each file.
  private func modules(
    _ files: [String: String], _ paths: [String] = ["."]
  ) throws
    -> (settings: ProjectSettings, names: [String: String])
  {
    let folder = try TemporaryFolder(files)
    let found = Discovery().find(paths, from: folder.path)
    let settings = ProjectSettings(reading: found)
    let names = found.files.indices.map {
      (found.files[$0].path, settings.settings(ofFile: $0).name)
    }
    return (settings, Dictionary(names, uniquingKeysWith: { $1 }))
  }

  private func manifest(_ name: String, _ targets: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(name: "\(name)", targets: [\(targets)])
    """
  }

  @Test("map files to targets as SwiftPM does")
  func packageLayout() throws {
    let targets = """
      .target(name: "A"), .target(name: "B", path: "./Code/B/", exclude: ["x.swift"]),
      .target(name: "Inner", path: "Sources/A/Inner"), .testTarget(name: "ATests"),
      .target(name: "Src"), .plugin(name: "Plug", capability: .buildTool()),
      .target(name: "Listed", path: "Listed", sources: ["in", "one.swift"]),
      """
    let files = [
      "Sources/A/a.swift", "Sources/A/Deep/a.swift", "Sources/A/Inner/i.swift", "Code/B/b.swift",
      "Code/B/x.swift", "Tests/ATests/t.swift", "src/Src/s.swift", "Plugins/Plug/p.swift",
      "Listed/in/l.swift", "Listed/one.swift", "Listed/two.swift", "Scripts/s.swift",
    ]
    var content = Dictionary(uniqueKeysWithValues: files.map { ($0, "") })
    content["Package.swift"] = manifest("Pack", targets)
    let (settings, names) = try modules(content)
    #expect(
      names == [
        "Sources/A/a.swift": "A", "Sources/A/Deep/a.swift": "A", "Sources/A/Inner/i.swift": "Inner",
        "Code/B/b.swift": "B", "Code/B/x.swift": "Pack", "Tests/ATests/t.swift": "ATests",
        "src/Src/s.swift": "Src", "Plugins/Plug/p.swift": "Plug", "Listed/in/l.swift": "Listed",
        "Listed/one.swift": "Listed", "Listed/two.swift": "Pack", "Scripts/s.swift": "Pack",
        "Package.swift": "Pack",
      ])
    #expect(settings.summary == "7 targets read from Package.swift; 1 assumed")
    #expect(settings.notices.isEmpty)
  }

  @Test("find the only target right in its usual folder")
  func onlyTarget() throws {
    let (settings, names) = try modules([
      "Package.swift": manifest("Pack", ".executableTarget(name: \"tool\")"),
      "Sources/main.swift": "", "Tests/x.swift": "",
    ])
    #expect(names["Sources/main.swift"] == "tool")
    #expect(names["Tests/x.swift"] == "Pack")
    #expect(settings.summary == "1 target read from Package.swift; 1 assumed")
    #expect(settings.assumedModules == ["Pack"])
  }

  @Test("give a file to the nearest package around it")
  func nestedPackages() throws {
    let (settings, names) = try modules([
      "Package.swift": manifest("Outer", ".target(name: \"A\", path: \"Sources\")"),
      "Sources/a.swift": "", "Sources/Sub/Package.swift": manifest("Sub", ".target(name: \"S\")"),
      "Sources/Sub/Sources/S/s.swift": "", "Sources/Sub/loose.swift": "",
    ])
    #expect(names["Sources/a.swift"] == "A")
    #expect(names["Sources/Sub/Sources/S/s.swift"] == "S")
    #expect(names["Sources/Sub/loose.swift"] == "Sub")
    #expect(settings.summary == "2 targets read from 2 packages; 1 assumed")
  }

  @Test("are the same when only a part is checked")
  func partOfProject() throws {
    let files = [
      "Package.swift": manifest("Pack", ".target(name: \"A\"), .target(name: \"B\")"),
      "Sources/A/a.swift": "", "Sources/B/b.swift": "",
    ]
    let (settings, names) = try modules(files, ["Sources/B/b.swift"])
    #expect(names == ["Sources/B/b.swift": "B"])
    #expect(settings.modules.map(\.toolsVersion) == [602])
    #expect(settings.summary == "1 target read from Package.swift")
  }

  @Test("come from an Xcode project where no package has the file")
  func packagesAndProjects() throws {
    let (settings, names) = try modules([
      ".git/HEAD": "", "ios/App.xcodeproj/project.pbxproj": XcodeProjectFixture.text(),
      "ios/App Code/A.swift": "", "Shared/S.swift": "", "ios/Synced/x.swift": "", "Loose.swift": "",
      "Kit/Package.swift": manifest("Kit", ".target(name: \"Kit\")"),
      "Kit/Sources/Kit/k.swift": "",
      "Package.swift": manifest("Tools", ".target(name: \"Tools\", path: \"\")"),
    ])
    #expect(
      names == [
        "ios/App Code/A.swift": "App", "Shared/S.swift": "App", "ios/Synced/x.swift": "App",
        "Loose.swift": "Tools", "Kit/Sources/Kit/k.swift": "Kit", "Kit/Package.swift": "Kit",
        "Package.swift": "Tools",
      ])
    #expect(settings.summary == "3 targets read from 2 packages and ios/App.xcodeproj")
  }

  @Test("are assumed where nothing tells")
  func nothing() throws {
    let (settings, names) = try modules(["a.swift": "", "sub/b.swift": ""])
    #expect(names == ["a.swift": "", "sub/b.swift": ""])
    #expect(settings.modules == [ModuleSettings(name: "")])
    #expect(settings.summary == "no target settings found; 1 assumed")
  }

  @Test("go on when a build file cannot be read")
  func broken() throws {
    let (settings, names) = try modules([
      "Package.swift": "// swift-tools-version: 6.2\nlet package = nothing()",
      "Models/Package.swift": "struct Package {}",
      "Sources/A/a.swift": "", "X.xcodeproj/project.pbxproj": "<?xml?> a.swift",
    ])
    #expect(names["Sources/A/a.swift"] == "")
    #expect(
      settings.notices.map(\.description) == [
        "Package.swift: no package is made in it; settings are assumed",
        "X.xcodeproj/project.pbxproj: line 1: unexpected character in data; settings are assumed",
      ])
  }
}
