import IsoldeModel
import IsoldeTree
import Testing

@testable import IsoldeChecker

@Suite("A manifest that computes")
struct ManifestProgramTests {
  /// The features of the targets by name; a star marks settings that are not known.
  private func features(_ text: String) throws -> [String: String] {
    let manifest = try #require(
      PackageManifest.read(
        SourceText("// swift-tools-version: 6.2\nimport PackageDescription\n" + text)))
    var result: [String: String] = [:]
    for target in manifest.targets {
      result[target.settings.name] =
        target.settings.upcomingFeatures.sorted().joined(separator: " ")
        + (target.settings.isKnown ? "" : "*")
    }
    return result
  }

  @Test("with constants, concatenation and appends")
  func constants() throws {
    let found = try features(
      """
      let base: [SwiftSetting] = [.enableUpcomingFeature("A")]
      var more = base + [.enableUpcomingFeature("B")]
      more.append(.enableUpcomingFeature("C"))
      more += [.enableUpcomingFeature("D")]
      more.append(contentsOf: [.enableUpcomingFeature("E")])
      let package = Package(name: "P", targets: [
        .target(name: "X", swiftSettings: base),
        .target(name: "Y", swiftSettings: more + base),
      ])
      package.targets.append(.target(name: "Z", swiftSettings: more))
      package.targets += [.target(name: "W")]
      """)
    #expect(found == ["X": "A", "Y": "A B C D E", "Z": "A B C D E", "W": ""])
  }

  @Test("with loops over its targets")
  func loops() throws {
    let found = try features(
      """
      let package = Package(name: "P", targets: [
        .target(name: "X", swiftSettings: [.enableUpcomingFeature("Own")]),
        .testTarget(name: "XTests"), .plugin(name: "Plug", capability: .buildTool()),
      ])
      for target in package.targets where target.type != .plugin {
        var settings = target.swiftSettings ?? []
        settings.append(contentsOf: [.enableUpcomingFeature("A")])
        target.swiftSettings = settings
      }
      for target in package.targets {
        switch target.type {
        case .regular, .executable: target.swiftSettings?.append(.enableUpcomingFeature("B"))
        case .macro, .plugin, .system, .binary: ()
        @unknown default: ()
        }
        if target.isTest { target.swiftSettings = (target.swiftSettings ?? []) + [.enableUpcomingFeature("T")] }
        guard target.name.hasPrefix("X") else { continue }
        target.swiftSettings?.append(.enableUpcomingFeature("X"))
      }
      package.targets.forEach { $0.swiftSettings?.append(.enableUpcomingFeature("Each")) }
      for index in package.targets.indices {
        package.targets[index].swiftSettings?.append(.enableUpcomingFeature("I"))
      }
      """)
    #expect(found == ["X": "A B Each I Own X", "XTests": "A Each I T X", "Plug": ""])
  }

  @Test("with functions, closures and extensions")
  func functions() throws {
    let found = try features(
      """
      let package = Package(name: "P", targets: targets().map { target in
        target.swiftSettings = (target.swiftSettings ?? []) + .common
        return target
      })
      func targets() -> [Target] {
        var result: [Target] = [.module("X"), make(name: "Y", extra: [.strict])]
        add("Z", to: &result)
        return result
      }
      func make(name: String, extra: [SwiftSetting] = []) -> Target {
        .target(name: "\\(name)Kit", swiftSettings: extra)
      }
      func add(_ name: String, to list: inout [Target]) { list.append(make(name: name)) }
      extension Target {
        static func module(_ name: String) -> Target {
          let target = target(name: name)
          if target.swiftSettings == nil { target.swiftSettings = [] }
          target.swiftSettings?.append(.enableUpcomingFeature("M"))
          return target
        }
      }
      extension SwiftSetting { static let strict = SwiftSetting.enableUpcomingFeature("S") }
      extension Array where Element == SwiftSetting {
        static var common: [SwiftSetting] { [.enableUpcomingFeature("C"), immediate] }
      }
      var immediate: SwiftSetting = { .enableUpcomingFeature("I") }()
      """)
    #expect(found == ["X": "C I M", "YKit": "C I S", "ZKit": "C I"])
  }

  @Test("as a plain build on an Apple platform would")
  func environment() throws {
    let found = try features(
      """
      import Foundation
      var settings: [SwiftSetting] = []
      if ProcessInfo.processInfo.environment["CI"] != nil { settings.append(.enableUpcomingFeature("CI")) }
      if let mode = Context.environment["MODE"], mode == "x" { settings.append(.enableUpcomingFeature("X")) }
      #if os(Linux) || compiler(<5.9)
        settings.append(.enableUpcomingFeature("Linux"))
      #elseif compiler(>=6.0) && !os(Windows)
        settings.append(.enableUpcomingFeature("New"))
      #else
        settings.append(.enableUpcomingFeature("Other"))
      #endif
      let isServer = hasVariable("SERVER") || false
      let package = Package(name: "P", targets: [
        .target(name: "A", swiftSettings: settings + (isServer ? [.enableUpcomingFeature("S")] : [])),
      ])
      func hasVariable(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] != nil }
      """)
    #expect(found == ["A": "New"])
  }

  @Test("admits what it cannot follow, and only that")
  func uncertainty() throws {
    let found = try features(
      """
      import Foundation
      var settings: [SwiftSetting] = [.enableUpcomingFeature("A")]
      var others: [SwiftSetting] = [.enableUpcomingFeature("B")]
      var dependencies: [Package.Dependency] = []
      if FileManager.default.fileExists(atPath: "local") {
        settings.append(.enableUpcomingFeature("Local"))
        dependencies.append(.package(path: "local"))
      }
      let package = Package(name: "P", dependencies: dependencies, targets: [
        .target(name: "X", swiftSettings: settings), .target(name: "Y", swiftSettings: others),
        .target(name: "Z", swiftSettings: choose()),
      ])
      func choose() -> [SwiftSetting] {
        if FileManager.default.fileExists(atPath: "x") { return [] }
        return [.enableUpcomingFeature("Z")]
      }
      """)
    #expect(found == ["X": "A*", "Y": "B", "Z": "*"])
    let loop = try features(
      """
      let package = Package(name: "P", targets: [.target(name: "X")])
      while condition() { package.targets[0].swiftSettings = [] }
      """)
    #expect(loop == ["X": "*"])
  }

  @Test("ends, whatever it computes")
  func limits() throws {
    let nested = String(repeating: "(", count: 400) + String(repeating: ")", count: 400)
    let sum = Array(repeating: "[]", count: 3000).joined(separator: " + ")
    for body in [
      "func f() -> [SwiftSetting] { f() + f() }\nlet s = f()", "let s = s + s",
      "var s: [SwiftSetting] { s }", "let s = \(nested)", "let s = \(sum)",
      "var l = [1,2,3,4,5,6,7,8]\nfor a in l { for b in l { for c in l { for d in l { for e in l { l.append(a) } } } } }\nlet s = l",
      "extension Target { static func target(name: String) -> Target { .target(name: name) } }\nlet s: [SwiftSetting] = []",
    ] {
      let text =
        body
        + "\nlet package = Package(name: \"P\", targets: [.target(name: \"X\", swiftSettings: s)])"
      _ = PackageManifest.read(SourceText(text))
    }
  }

  @Test("has conditions as they are written")
  func conditions() {
    #expect(BuildCondition.holds("canImport(Darwin) && !(os(Linux) || os(Windows))"))
    #expect(BuildCondition.holds("swift(>=5.9)"))
    #expect(!BuildCondition.holds("swift(>=99.0)"))
    #expect(BuildCondition.holds("compiler(<99)"))
    #expect(!BuildCondition.holds("DEBUG"))
    #expect(!BuildCondition.holds("(((("))
    _ = BuildCondition.holds(String(repeating: "!", count: 10_000) + "x")
  }
}
