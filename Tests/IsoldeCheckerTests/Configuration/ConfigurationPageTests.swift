import Foundation
import IsoldeRules
import Testing

@testable import IsoldeChecker

@Suite("The page about the configuration")
struct ConfigurationPageTests {
  private static func page() throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(
      contentsOf: root.appending(path: "Documentation/Configuration.md"), encoding: .utf8)
  }

  @Test("has an example that is valid")
  func example() throws {
    let page = try Self.page()
    let start = try #require(page.ranges(of: "```yaml\n").first?.upperBound)
    let end = try #require(page[start...].ranges(of: "```").first?.lowerBound)
    let configuration = try Configuration.read(
      String(page[start..<end]), file: "Configuration.md")
    #expect(configuration.paths.count == 2)
    #expect(configuration.exclude[0].covers("Sources/App/Generated/A.swift"))
  }

  @Test("lists every key and every folder that is skipped")
  func keys() throws {
    let page = try Self.page()
    for key in ConfigurationReader.keys { #expect(page.contains("| `\(key)` |")) }
    for folder in Discovery.skippedFolders where !folder.hasPrefix(".") {
      #expect(page.contains("`\(folder)`"))
    }
    for preset in RulePreset.allCases { #expect(page.contains("`\(preset.rawValue)`")) }
  }
}
