import IsoldeRules
import IsoldeTree

/// Reports what is wrong with the comments that suppress findings.
struct SuppressionJudge {
  private let tree: Tree
  private let known: [String]
  private let enabled: Set<String>
  private var withoutReason: Reporter
  private var unknownRule: Reporter
  private var unused: Reporter

  init(unit: Int, tree: Tree, known: [String], enabled: Set<String>) {
    self.tree = tree
    self.known = known
    self.enabled = enabled
    withoutReason = Reporter(SuppressionRules.withoutReason, unit: unit, tree: tree)
    unknownRule = Reporter(SuppressionRules.unknownRule, unit: unit, tree: tree)
    unused = Reporter(SuppressionRules.unused, unit: unit, tree: tree)
  }

  /// What was reported so far.
  var findings: [Finding] {
    withoutReason.findings + unknownRule.findings + unused.findings
  }

  /// Whether a comment suppresses anything; what keeps it from that is reported.
  mutating func accepts(_ comment: SuppressionComment, _ lines: SuppressionLines) -> Bool {
    if case .unknown(let word) = comment.scope {
      report(
        unknownAt: comment.range, "'\(word)' is not known", like: word,
        [
          "isolde:ignore", "isolde:ignore-file",
        ])
      return false
    }
    if comment.names.isEmpty {
      unknownRule.report(comment.range, "the suppression names no rule", notes: [])
      return false
    }
    guard comment.hasReason else {
      withoutReason.report(
        comment.range, "the suppression has no reason and is not followed: add ' - ' and why",
        notes: [])
      return false
    }
    for name in comment.names where !known.contains(name.id) {
      let isOwn = SuppressionRules.all.contains { $0.id == name.id }
      if isOwn {
        unknownRule.report(name.range, "'\(name.id)' cannot be suppressed by a comment", notes: [])
      } else {
        report(unknownAt: name.range, "there is no rule '\(name.id)'", like: name.id, known)
      }
    }
    if comment.scope == .file, !lines.isAtTop(comment) {
      unused.report(
        comment.range,
        "'isolde:ignore-file' is followed only in the first 20 lines or before the first declaration",
        notes: [])
      return false
    }
    return true
  }

  /// Reports the rules that a comment names without need.
  mutating func reportUnused(_ comment: SuppressionComment, _ used: Set<String>) {
    let stale = comment.names.filter { enabled.contains($0.id) && !used.contains($0.id) }
    guard !stale.isEmpty else { return }
    let names = stale.map { "'\($0.id)'" }.joined(separator: ", ")
    let place = comment.scope == .file ? "in this file" : "here"
    let fix = stale.count == comment.names.count ? removal(of: comment) : nil
    unused.report(
      comment.range, "nothing \(place) needs the suppression of \(names)", notes: [], fix: fix)
  }

  private mutating func report(
    unknownAt range: Range<Int>, _ message: String, like name: String, _ candidates: [String]
  ) {
    let nearest = NearestName.find(name, in: candidates)
    unknownRule.report(
      range, message + (nearest.map { "; did you mean '\($0)'?" } ?? ""), notes: [])
  }

  /// Removes a comment with its line if it stands alone, else with the white space before it.
  private func removal(of comment: SuppressionComment) -> Finding.Fix {
    let bytes = tree.text.bytes
    var start = comment.range.lowerBound
    while start > 0, bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "\t")
    {
      start -= 1
    }
    var end = comment.range.upperBound
    if start == tree.text.range(ofLine: tree.text.line(at: start)).lowerBound {
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      end = min(end + 1, bytes.count)
    }
    return Finding.Fix("remove the comment", .safe, [.init(start..<end, "")])
  }
}
