import Foundation
import IsoldeRules
import Testing

@Suite("What was read of the findings in public code")
struct PrecisionTests {
  private static let defaults = RuleCatalog.ids.filter {
    RuleCatalog.rule($0)?.info.tier.isDefault ?? false
  }

  @Test(
    "is enough, and right often enough, for every rule that is on by default", arguments: defaults)
  func level(id: String) throws {
    let info = try #require(RuleCatalog.rule(id)).info
    let read = try #require(try ReadFindings.current(of: id), "nobody has read its findings")
    #expect(read.verdicts.count >= 8)
    #expect(read.lowerBound >= 0.70)
    #expect(read.share >= (info.tier == .error ? 0.98 : 0.90))
  }

  @Test("is what the tables say", arguments: ["", "Fresh"])
  func table(folder: String) throws {
    let file = ReadFindings.folder.deletingLastPathComponent().appending(path: "Precision.md")
    let lines = try Set(String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
    let folder = ReadFindings.folder.appending(path: folder)
    for id in RuleCatalog.ids {
      guard let info = RuleCatalog.rule(id)?.info,
        let read = try ReadFindings(rule: id, folder: folder)
      else { continue }
      let bound = read.lowerBound.formatted(.number.precision(.fractionLength(2)))
      let wrong = read.verdicts.count { $0 == .false }
      let row =
        "| `\(id)` | \(info.tier.rawValue) | \(read.hits) | \(read.repositories) | "
        + "\(read.verdicts.count) | \(read.right) | \(wrong) | \(bound) |"
      #expect(lines.contains(row[...]), "missing: \(row)")
    }
  }

  @Test("belongs to a rule")
  func noStrangers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: ReadFindings.folder.path)
    let ids = files.filter { $0.hasSuffix(".tsv") }.map { String($0.dropLast(4)) }
    #expect(Set(ids).subtracting(RuleCatalog.ids).subtracting(["repositories"]).isEmpty)
  }
}
