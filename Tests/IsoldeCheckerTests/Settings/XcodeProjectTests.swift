import IsoldeModel
import Testing

@testable import IsoldeChecker

@Suite("An Xcode project")
struct XcodeProjectTests {
  private func read(_ text: String, _ files: [String: String] = [:]) throws -> XcodeProject {
    let folder = try TemporaryFolder(files)
    try folder.write(text, to: "ios/App.xcodeproj/project.pbxproj")
    return try #require(try XcodeProject.read("ios/App.xcodeproj", root: folder.path))
  }

  private func app(
    _ settings: String, project: String = "SWIFT_VERSION = 5.0;"
  ) throws -> ModuleSettings {
    let project = try read(XcodeProjectFixture.text(app: settings, project: project))
    return try #require(project.targets.first { $0.settings.name == "App" }).settings
  }

  // MARK: - Files

  @Test(
    "gives a file to the target that compiles it, the application first",
    arguments: [
      ("ios/App Code/A.swift", "App"), ("ios/App Code/Both.swift", "App"),
      ("ios/Top/T.swift", "AppTests"), ("Shared/S.swift", "App"),
      ("ios/Synced/Deep/X.swift", "App"), ("ios/Synced/Not.swift", "Share"),
      ("ios/Synced/Old/Deep/X.swift", nil), ("ios/SyncedNot/X.swift", nil), ("Other.swift", nil),
    ] as [(String, String?)])
  func membership(_ path: String, _ expected: String?) throws {
    let project = try read(XcodeProjectFixture.text())
    #expect(project.target(of: path).map { project.targets[$0].settings.name } == expected)
  }

  @Test("tells tests from applications")
  func kinds() throws {
    let project = try read(XcodeProjectFixture.text())
    #expect(project.targets.map(\.settings.name) == ["AppTests", "App", "Share"])
    #expect(project.targets.map(\.kind) == [.test, .main, .other])
    #expect(project.targets.map(\.settings.isTest) == [true, false, false])
  }

  // MARK: - Settings

  @Test("lets a target's settings win over the project's")
  func levels() throws {
    #expect(try app("").languageMode == 5)
    #expect(try app("SWIFT_VERSION = 6.0;").languageMode == 6)
    #expect(try app("SWIFT_VERSION = \"$(MODE).0\";", project: "MODE = 6;").languageMode == 6)
    #expect(try app("", project: "").languageMode == nil)
    #expect(try app("", project: "").isKnown == false)
    #expect(try app("").isKnown)
  }

  @Test("knows the main actor as default isolation")
  func defaultIsolation() throws {
    #expect(try app("SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;").defaultsToMainActor)
    #expect(!(try app("SWIFT_DEFAULT_ACTOR_ISOLATION = nonisolated;").defaultsToMainActor))
    #expect(try app("OTHER_SWIFT_FLAGS = \"-default-isolation MainActor\";").defaultsToMainActor)
  }

  @Test("enables five features with approachable concurrency, apart from what is switched off")
  func approachable() throws {
    let five: Set = [
      "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
      "InferIsolatedConformances", "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
    ]
    #expect(try app("SWIFT_APPROACHABLE_CONCURRENCY = YES;").upcomingFeatures == five)
    let without = try app(
      """
      SWIFT_APPROACHABLE_CONCURRENCY = YES;
      SWIFT_UPCOMING_FEATURE_NONISOLATED_NONSENDING_BY_DEFAULT = NO;
      """)
    #expect(without.upcomingFeatures == five.subtracting(["NonisolatedNonsendingByDefault"]))
  }

  @Test("knows the other features by their settings")
  func features() throws {
    let settings = try app(
      """
      SWIFT_STRICT_CONCURRENCY = complete; SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY = YES;
      SWIFT_UPCOMING_FEATURE_DISABLE_OUTWARD_ACTOR_ISOLATION = YES;
      SWIFT_UPCOMING_FEATURE_REGION_BASED_ISOLATION = MIGRATE;
      OTHER_SWIFT_FLAGS = ("$(inherited)", "-enable-upcoming-feature", MemberImportVisibility);
      """, project: "OTHER_SWIFT_FLAGS = \"-enable-experimental-feature Lifetimes\";")
    #expect(
      settings.upcomingFeatures == [
        "StrictConcurrency", "ExistentialAny", "DisableOutwardActorInference",
        "MemberImportVisibility", "Lifetimes",
      ])
  }

  @Test("reads configuration files with their includes")
  func configurationFiles() throws {
    let text = XcodeProjectFixture.text(project: "", configurationFile: true)
    let files = [
      "ios/Config/Base.xcconfig": """
      #include "More.xcconfig"
      #include? "Local.xcconfig" // not checked in
      SWIFT_VERSION = 6.0 // mode
      OTHER_SWIFT_FLAGS = $(inherited) -default-isolation MainActor;
      """,
      "ios/Config/More.xcconfig": """
      #include "Base.xcconfig"
      SWIFT_VERSION = 5.0
      OTHER_SWIFT_FLAGS = -enable-upcoming-feature ExistentialAny
      SWIFT_UPCOMING_FEATURE_INFER_SENDABLE_FROM_CAPTURES[sdk=*] = YES
      """,
    ]
    let settings = try read(text, files).targets[1].settings
    #expect(settings.languageMode == 6)
    #expect(settings.defaultsToMainActor)
    #expect(settings.upcomingFeatures == ["ExistentialAny"])
    #expect(settings.isKnown)
  }

  @Test("is not known when a configuration file is missing")
  func missingConfigurationFile() throws {
    let text = XcodeProjectFixture.text(configurationFile: true)
    #expect(try read(text).targets[1].settings.isKnown == false)
    let outside = ["ios/Config/Base.xcconfig": "#include \"../../../outside.xcconfig\""]
    #expect(try read(text, outside).targets[1].settings.isKnown == false)
  }

  @Test("ends when settings refer to each other")
  func cycles() throws {
    let settings = try app("A = \"$(B)$(B)\"; B = \"$(A)$(A)\"; SWIFT_VERSION = \"$(A)6\";")
    #expect(settings.languageMode == 6)
    let chain = (0..<40).map { "A\($0) = \"$(A\($0 + 1))$(A\($0 + 1))\";" }.joined()
    _ = try app(chain + "A40 = x; SWIFT_VERSION = \"$(A0)\";")
  }

  @Test("that cannot be read says where")
  func errors() throws {
    #expect(
      throws: XcodeProjectError(
        path: "ios/App.xcodeproj/project.pbxproj", message: "line 2: unexpected character in data")
    ) { try read("{ a = b.swift;\n<<<<<<< HEAD\n}") }
    #expect(
      throws: XcodeProjectError(
        path: "ios/App.xcodeproj/project.pbxproj", message: "line 1: no project in it")
    ) { try read("{ objects = { a = b.swift; }; }") }
  }

  @Test("with groups that contain each other is read to its end")
  func groupCycles() throws {
    let text = """
      { rootObject = P; objects = { P = {isa = PBXProject; mainGroup = G; targets = (); name = a.swift; };
      G = {isa = PBXGroup; children = (H, G); }; H = {isa = PBXGroup; children = (G); path = "../../.."; };
      }; }
      """
    #expect(try read(text).targets.isEmpty)
  }
}
