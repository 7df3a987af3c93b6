import Foundation
import IsoldeRules

/// What was read of a rule's findings in public code, kept in `Documentation/Precision`.
struct ReadFindings {
  /// A reader's judgement of one finding.
  enum Verdict: String { case `true`, `false`, unclear }

  /// A file that does not have the form that readers agreed on.
  struct Malformed: Error { let line: String }

  private(set) var verdicts: [Verdict]
  /// Which of them the rule does not report any more.
  let isSilenced: [Bool]
  /// How many findings there were in all, and in how many repositories.
  let hits: Int
  let repositories: Int

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Documentation/Precision")

  /// What was read of a rule in the repositories it was tuned on and in fresh ones, as far as the rule
  /// still reports it.
  static func current(of id: String) throws -> ReadFindings? {
    guard var read = try ReadFindings(rule: id) else { return nil }
    let fresh = try ReadFindings(rule: id, folder: folder.appending(path: "Fresh"))
    read.verdicts += fresh.map { zip($0.verdicts, $0.isSilenced).filter { !$0.1 }.map(\.0) } ?? []
    return read
  }

  /// Reads the file of a rule; `nil` if there is none.
  init?(rule id: String, folder: URL = folder) throws {
    let file = folder.appending(path: "\(id).tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    var lines = text.split(separator: "\n").map(String.init)
    guard lines.count >= 2, lines.removeFirst() == "repository\tpath:line\tverdict\treason",
      let head = lines.removeFirst().wholeMatch(
        of: /# seed (\d+), hits (\d+) in (\d+) repositories, read (\d+)/)
    else { throw Malformed(line: id) }
    hits = Int(head.output.2) ?? 0
    repositories = Int(head.output.3) ?? 0
    verdicts = try lines.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, !fields[3].isEmpty,
        let verdict = Verdict(rawValue: String(fields[2]))
      else { throw Malformed(line: line) }
      return verdict
    }
    isSilenced = lines.map { $0.hasSuffix("(silent since)") }
    guard verdicts.count == Int(head.output.4), verdicts.count >= min(hits, 8) else {
      throw Malformed(line: id)
    }
  }

  /// How many findings were right.
  var right: Int { verdicts.count { $0 == .true } }

  /// The share of right ones.
  var share: Double { verdicts.isEmpty ? 0 : Double(right) / Double(verdicts.count) }

  /// The lower end of the 95 % interval of Wilson (1927) for the share.
  var lowerBound: Double {
    guard !verdicts.isEmpty else { return 0 }
    let (count, z) = (Double(verdicts.count), 1.96)
    let middle = share + z * z / (2 * count)
    let spread = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    return (middle - spread) / (1 + z * z / count)
  }
}
