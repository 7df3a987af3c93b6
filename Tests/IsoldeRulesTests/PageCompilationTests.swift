import Foundation
import IsoldeRules
import Testing

@Suite(
  "What the pages show",
  .enabled(if: ProcessInfo.processInfo.environment["ISOLDE_LONG_TESTS"] == "1"))
struct PageCompilationTests {
  private static let imports = """
    import Foundation
    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    """
  private static let prelude = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Prelude.txt")

  @Test("compiles without a word in the Swift 6 language mode", arguments: RuleCatalog.ids)
  func silent(id: String) throws {
    let prelude = try String(contentsOf: Self.prelude, encoding: .utf8)
    for example in RulePage(RuleCatalog.pages[id] ?? "").examples
    where !example.options.contains("nocompile") && !example.options.contains("languageMode=5") {
      // Pages leave out the imports that everybody has.
      let complaints = try SwiftCompiler.complaints(
        about: Self.imports + example.code, prelude: prelude, flags: example.compilerFlags)
      #expect(complaints.isEmpty, "\(example): \(complaints)")
    }
  }

  @Test(
    "of known mistakes compiles without a word, unless the compiler is the one to tell",
    arguments: KnownMistake.all.filter { $0.rule != nil && !$0.options.contains("nocompile") })
  func silent(_ mistake: KnownMistake) throws {
    let complaints = try SwiftCompiler.complaints(about: mistake.code)
    #expect(complaints.isEmpty, "\(complaints)")
  }
}

extension RulePage.Example {
  /// The compiler's arguments for what the fence says of its module.
  fileprivate var compilerFlags: [String] {
    options.flatMap { option -> [String] in
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return [] }
      switch parts[0] {
      case "features":
        return parts[1].split(separator: ",").flatMap { ["-enable-upcoming-feature", String($0)] }
      case "defaultIsolation": return ["-default-isolation", parts[1]]
      default: return []
      }
    }
  }
}
