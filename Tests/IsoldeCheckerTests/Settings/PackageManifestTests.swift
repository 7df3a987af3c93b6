import IsoldeModel
import IsoldeTree
import Testing

@testable import IsoldeChecker

@Suite("A package manifest")
struct PackageManifestTests {
  /// The settings of the targets by name.
  private func settings(_ text: String) throws -> [String: ModuleSettings] {
    let manifest = try #require(PackageManifest.read(SourceText(text)))
    return Dictionary(
      manifest.targets.map { ($0.settings.name, $0.settings) }, uniquingKeysWith: { $1 })
  }

  private func package(_ targets: String, _ more: String = "", tools: String = "6.2") -> String {
    """
    // swift-tools-version: \(tools)
    import PackageDescription
    let package = Package(name: "P", targets: \(targets)\(more))
    """
  }

  @Test("names its targets with their kind and folders")
  func targets() throws {
    let manifest = try #require(
      PackageManifest.read(
        SourceText(
          package(
            """
            [
              .target(name: "A", path: "Code/A", exclude: ["x"], sources: ["y", "z.swift"]),
              Target.executableTarget(name: "tool"),
              .testTarget(name: "ATests", dependencies: ["A", .target(name: "B")]),
              .macro(name: "M"), .plugin(name: "Pl", capability: .buildTool()),
              .binaryTarget(name: "Bin", path: "x.xcframework"), .systemLibrary(name: "CLib"),
            ]
            """))))
    #expect(manifest.name == "P")
    #expect(manifest.isComplete)
    #expect(manifest.targets.map(\.settings.name) == ["A", "tool", "ATests", "M", "Pl"])
    #expect(manifest.targets[0].path == "Code/A")
    #expect(manifest.targets[0].sources == ["y", "z.swift"])
    #expect(manifest.targets[0].exclude == ["x"])
    #expect(manifest.targets.map(\.settings.isTest) == [false, false, true, false, false])
    #expect(manifest.targets.allSatisfy { $0.settings.isKnown })
  }

  @Test("gives each setting its meaning")
  func settingsOfTarget() throws {
    let a = try settings(
      package(
        """
        [.target(name: "A", swiftSettings: [
          .swiftLanguageMode(.v5), .defaultIsolation(MainActor.self), .define("X"),
          .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
          .enableUpcomingFeature("InferIsolatedConformances:migrate"),
          .enableExperimentalFeature("StrictConcurrency=complete"), .strictMemorySafety(),
          .enableExperimentalFeature("AvailabilityMacro=X:macOS 14"),
        ])]
        """))["A"]
    #expect(a?.languageMode == 5)
    #expect(a?.defaultsToMainActor == true)
    #expect(a?.upcomingFeatures == ["NonisolatedNonsendingByDefault", "StrictConcurrency"])
    #expect(a?.toolsVersion == 602)
    #expect(a?.isKnown == true)
  }

  @Test("reads unsafe flags")
  func unsafeFlags() throws {
    let a = try settings(
      package(
        """
        [.target(name: "A", swiftSettings: [.unsafeFlags([
          "-Xfrontend", "-default-isolation", "-Xfrontend", "MainActor", "-swift-version", "5",
          "-enable-upcoming-feature", "ExistentialAny", "-strict-concurrency=complete",
        ])])]
        """))["A"]
    #expect(a?.defaultsToMainActor == true)
    #expect(a?.languageMode == 5)
    #expect(a?.upcomingFeatures == ["ExistentialAny", "StrictConcurrency"])
  }

  @Test(
    "takes the language mode from its modes or its tools version",
    arguments: [
      ("6.0", "", 6), ("5.10", "", 5), ("6.2", ", swiftLanguageModes: [.v5]", 5),
      ("6.2", ", swiftLanguageModes: [.v5, .v6]", 6), ("5.9", ", swiftLanguageVersions: [.v5]", 5),
      ("5.9", ", swiftLanguageVersions: [.version(\"6\"), .v5]", 6), ("4.2", "", 5),
    ])
  func languageMode(_ tools: String, _ modes: String, _ expected: Int) throws {
    let a = try settings(package("[.target(name: \"A\")]", modes, tools: tools))["A"]
    #expect(a?.languageMode == expected)
    #expect(a?.isKnown == true)
  }

  @Test("has unknown settings where only a run would tell")
  func unknown() throws {
    let targets = """
      [
        .target(name: "A", swiftSettings: [.define("X"), somewhere.setting]),
        .target(name: "B", swiftSettings: readFile("settings")),
        .target(name: "C"),
      ]
      """
    let all = try settings(package(targets))
    #expect(all.mapValues(\.isKnown) == ["A": false, "B": false, "C": true])
    #expect(try settings(package("[.target(name: \"A\")]", tools: "none"))["A"]?.isKnown == false)
  }

  @Test(
    "that makes no package is none",
    arguments: ["", "let x = 1", "struct Package {}", "Package", "\u{0}{{{{(((", "// swift-tools"])
  func notAManifest(_ text: String) {
    #expect(PackageManifest.read(SourceText(text)) == nil)
  }

  @Test("reads its tools version from the comments at its top")
  func toolsVersion() {
    #expect(ToolsVersion.read(SourceText("// swift-tools-version:5.9.2\nimport X")) == 509)
    #expect(ToolsVersion.read(SourceText("\n//swift-tools-version: 6.2; (experimental)")) == 602)
    #expect(ToolsVersion.read(SourceText("// licence\n// Swift-Tools-Version: 6.0")) == 600)
    #expect(ToolsVersion.read(SourceText("import X\n// swift-tools-version:5.9")) == nil)
    #expect(ToolsVersion.read(SourceText("// swift-tools-version: x")) == nil)
  }

  @Test("is chosen among variants as SwiftPM does")
  func variants() {
    let tools = [
      "Package.swift": 509, "Package@swift-5.10.swift": 510, "Package@swift-6.swift": 600,
    ]
    func choose(_ names: String...) -> String? {
      ManifestChoice.choose(from: names, current: 603) { tools[$0] }
    }
    #expect(choose("Package.swift", "Package@swift-5.10.swift") == "Package@swift-5.10.swift")
    #expect(choose("Package.swift", "Package@swift-5.8.swift") == "Package.swift")
    #expect(choose("Package.swift", "Package@swift-6.4.swift") == "Package.swift")
    #expect(choose("Package.swift", "Package@swift-6.swift") == "Package@swift-6.swift")
    #expect(choose("Package@swift-5.10.swift") == "Package@swift-5.10.swift")
    #expect(choose("Package@swift-x.swift", "Packages.swift") == nil)
  }
}
