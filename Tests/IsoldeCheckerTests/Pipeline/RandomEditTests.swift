import Foundation
import IsoldeChecker
import IsoldeRules
import Testing

@Suite("A project that is edited at random")
struct RandomEditTests {
  private static let seed: UInt64 = 20_261_130

  @Test("has the findings with the cache that it has without, after each of 200 edits")
  func cache() throws {
    let folder = try TemporaryFolder()
    var sources: [String: [UInt8]] = [:]
    for (index, bug) in CorpusCase.all.prefix(8).enumerated() {
      let name = "Sources/File\(index).swift"
      sources[name] = try CorpusCase.bytes(of: bug.buggy)
      try folder.write(bytes: sources[name] ?? [], to: name)
    }
    let names = sources.keys.sorted()
    #expect(try findings(folder, usesCache: false).contains("warning"))
    var generator = SeededGenerator(seed: Self.seed)
    for edit in 0..<200 {
      let name = try #require(names.randomElement(using: &generator))
      // Every second edit undoes what the file has become, so that findings come and go.
      let bytes = sources[name] ?? []
      try folder.write(
        bytes: edit.isMultiple(of: 2) ? SourceMutation.mutate(bytes, &generator) : bytes, to: name)
      let cached = try findings(folder, usesCache: true)
      #expect(try cached == findings(folder, usesCache: false), "seed \(Self.seed), edit \(edit)")
    }
  }

  private func findings(_ folder: TemporaryFolder, usesCache: Bool) throws -> String {
    var options = CheckOptions()
    options.paths = [folder.path]
    options.usesCache = usesCache
    options.rules.only = RuleCatalog.ids
    let checker = Checker(options, tool: .init(version: "0", swiftSyntax: "0"), build: "edits")
    return try ReportFormat.xcode.render(checker.run().report)
  }
}
