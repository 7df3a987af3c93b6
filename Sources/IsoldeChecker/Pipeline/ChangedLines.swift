import Foundation
import IsoldeModel
import IsoldeRules
import IsoldeTree

/// The lines that changed since a revision, uncommitted changes and new files included.
struct ChangedLines: Sendable {
  /// The changed lines of each file; `nil` for a file that is new as a whole.
  private(set) var lines: [String: [ClosedRange<Int>]?] = [:]

  /// Asks git for the changes.
  ///
  /// - Parameters:
  ///   - revision: A commit, branch or tag.
  ///   - root: The folder that paths are relative to.
  /// - Throws: `CheckFailure` if git is missing, the folder is in no repository, or the revision is
  ///   not known.
  init(since revision: String, root: String) throws(CheckFailure) {
    guard !revision.hasPrefix("-"), !revision.isEmpty else {
      throw CheckFailure("'\(revision)' is not a revision; pass a commit, branch or tag to --diff")
    }
    let git = GitCommand()
    let diff: [UInt8]
    let new: [UInt8]
    do throws(ChangeCheckFailure) {
      let name = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
      let commit = Self.line(try git.run(name, in: root))
      // From the merge base: what the branch changed, not what others changed meanwhile.
      let base = (try? git.run(["merge-base", commit, "HEAD"], in: root)).map(Self.line) ?? commit
      diff = try git.run(
        [
          "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--unified=0", "--relative",
          "--no-prefix", base, "--", "*.swift",
        ], in: root)
      new = try git.run(
        ["ls-files", "--others", "--exclude-standard", "-z", "--", "*.swift"], in: root)
    } catch {
      throw CheckFailure(
        "cannot compare with '\(revision)': \(error.reason), or it does not know the revision; "
          + "fetch it, or pass another one to --diff")
    }
    self.init(diff: diff, newFiles: new)
  }

  /// Reads git's own output.
  init(diff: [UInt8], newFiles: [UInt8]) {
    var file: String?
    for line in diff.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      if line.starts(with: Array("+++ ".utf8)) {
        file = Self.name(line.dropFirst(4))
        if let file, lines[file] == nil { lines[file] = .some([]) }
      } else if line.starts(with: Array("@@ ".utf8)), let file, let range = Self.added(line) {
        if let known = lines[file] { lines[file] = .some((known ?? []) + [range]) }
      }
    }
    for name in newFiles.split(separator: 0) {
      lines[String(decoding: name, as: UTF8.self)] = .some(nil)
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// The name behind `+++`; git quotes names with unusual bytes as C strings.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\t") { bytes.removeLast() }
    guard bytes.first == UInt8(ascii: "\""), bytes.count >= 2 else {
      let name = String(decoding: bytes, as: UTF8.self)
      return name == "/dev/null" ? nil : name
    }
    var result: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex - 1 {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex - 1 else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let next = bytes[index + 1]
      if (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(next), index + 3 < bytes.endIndex {
        let digits = bytes[(index + 1)...(index + 3)].map { $0 &- UInt8(ascii: "0") }
        result.append(digits[0] &* 64 &+ digits[1] &* 8 &+ digits[2])
        index += 4
      } else {
        let escapes: [UInt8: UInt8] = [
          UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13,
        ]
        result.append(escapes[next] ?? next)
        index += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The lines that a hunk `@@ -a,b +c,d @@` leaves in the new file.
  private static func added(_ line: ArraySlice<UInt8>) -> ClosedRange<Int>? {
    let text = String(decoding: line, as: UTF8.self)
    guard let plus = text.split(separator: " ").first(where: { $0.hasPrefix("+") }) else {
      return nil
    }
    let numbers = plus.dropFirst().split(separator: ",").compactMap { Int($0) }
    guard let start = numbers.first else { return nil }
    let count = numbers.count > 1 ? numbers[1] : 1
    // A hunk that only removes leaves no line; what stands around it changed its neighbours.
    return count == 0 ? max(1, start)...start + 1 : start...start + count - 1
  }

  /// Whether a finding or a note of it touches a changed line.
  func touch(_ finding: Finding, in project: Project) -> Bool {
    touches(finding.range, finding.unit, project)
      || finding.notes.contains { touches($0.range, $0.unit, project) }
  }

  private func touches(_ range: Range<Int>, _ unit: Int, _ project: Project) -> Bool {
    guard let changed = lines[project.units[unit].path] else { return false }
    guard let changed else { return true }
    let text = project.units[unit].tree.text
    let own =
      text.line(at: range.lowerBound)...text.line(at: max(range.lowerBound, range.upperBound - 1))
    return changed.contains { $0.overlaps(own) }
  }
}
