import Foundation
import IsoldeChecker
import IsoldeRules
import IsoldeTree
import Testing

/// A bug that was reported in public, re-created twice: with the mistake and without it.
struct CorpusCase: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let kind: String
  let buggy: String
  let fixed: String
  let expectedLine: Int
  let alsoAccept: [Int]
  /// Where the demonstration starts in the twin; what stands there is not the product's code.
  let scenarioLineFixed: Int?

  private enum CodingKeys: String, CodingKey {
    case id, kind, buggy, fixed
    case expectedLine = "expected_line"
    case alsoAccept = "also_accept"
    case scenarioLineFixed = "scenario_line_fixed"
  }

  var testDescription: String { id }

  /// The lines on which a finding names the bug.
  var lines: Set<Int> { Set(alsoAccept).union([expectedLine]) }

  /// All cases.
  static let all: [CorpusCase] = {
    let index = folder.appending(path: "index.json")
    guard let data = try? Data(contentsOf: index),
      let cases = try? JSONDecoder().decode([CorpusCase].self, from: data)
    else { return [] }
    return cases
  }()

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  /// What the checker finds in a file, as if it were the source of a product.
  ///
  /// - Parameters:
  ///   - file: The file's name.
  ///   - everyRule: Whether all rules run, or those that run by default.
  /// - Returns: The findings of the report.
  /// - Throws: An error if the file cannot be read.
  static func findings(in file: String, everyRule: Bool) throws -> [ReportedFinding] {
    let data = try Data(contentsOf: folder.appending(path: file))
    var options = CheckOptions()
    options.source = (file, SourceText(bytes: Array(data)))
    options.tests = .all
    if everyRule { options.rules.only = RuleCatalog.ids }
    let checker = Checker(
      options, tool: .init(version: "0", swiftSyntax: "0"), build: "corpus")
    return try checker.run().report.findings
  }
}
