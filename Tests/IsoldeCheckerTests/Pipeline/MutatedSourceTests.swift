import Foundation
import IsoldeChecker
import IsoldeRules
import IsoldeTree
import Testing

@Suite("Source that was changed at random")
struct MutatedSourceTests {
  private static let isLong = ProcessInfo.processInfo.environment["ISOLDE_LONG_TESTS"] == "1"
  private static let seed: UInt64 = 20_261_130

  @Test("is judged by every rule without a crash")
  func anySource() throws {
    var generator = SeededGenerator(seed: Self.seed)
    let sources = try CorpusCase.all.flatMap {
      [try CorpusCase.bytes(of: $0.buggy), try CorpusCase.bytes(of: $0.fixed)]
    }
    for _ in 0..<(Self.isLong ? 20_000 : 300) {
      let source = SourceMutation.mutate(
        try #require(sources.randomElement(using: &generator)), &generator)
      let start = ContinuousClock.now
      let report = try judge(source)
      #expect(report.errors.isEmpty)
      if Self.isLong {
        let time = ContinuousClock.now - start
        #expect(time < .seconds(2), "seed \(Self.seed): \(String(decoding: source, as: UTF8.self))")
      }
    }
  }

  private func judge(_ source: [UInt8]) throws -> Report {
    var options = CheckOptions()
    options.source = ("Mutated.swift", SourceText(bytes: source))
    options.rules.only = RuleCatalog.ids
    options.jobs = 1
    let checker = Checker(options, tool: .init(version: "0", swiftSyntax: "0"), build: "mutations")
    return try checker.run().report
  }
}
