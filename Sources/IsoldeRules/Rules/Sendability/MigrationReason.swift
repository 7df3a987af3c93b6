/// Comments that say why something is only for now, or where its end is tracked.
enum MigrationReason {
  /// Whether a comment names a ticket, or says why or until when.
  static func isStated(in comment: String) -> Bool {
    let lowercased = comment.lowercased()
    if head.contains(where: lowercased.contains) { return false }
    if commands.contains(where: lowercased.contains) { return false }
    return hasTicket(comment) || reasons.contains(where: lowercased.contains)
  }

  /// `ABC-123`, `#123`, `FB123456`, `rdar://1` or an address.
  private static func hasTicket(_ comment: String) -> Bool {
    if comment.contains("://") { return true }
    return comment.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "#" || $0 == "_") }
      .contains(where: isTicket)
  }

  private static func isTicket(_ word: Substring) -> Bool {
    let digits = word.reversed().prefix { $0.isNumber }.count
    guard digits > 0 else { return false }
    let start = word.dropLast(digits)
    if start == "#" || start == "FB" { return true }
    guard start.last == "-" || start.last == "#" else { return false }
    let project = start.dropLast()
    return project.count >= 2 && project.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  private static let head = ["copyright", "licens", "created by", "all rights reserved"]

  private static let commands = ["swiftlint:", "swiftformat:", "swift-format-ignore"]

  private static let reasons = [
    "sendable", "concurren", "swift 6", "swift6", "annotat", "audit", "until", "once ", "remov",
    "because", "since", "not yet", "isn't", "doesn't", "aren't", "don't", "workaround",
    "work around",
    "needed", "required", "actor", "isolat", "thread", "migrat", "todo", "fixme", "warning",
    "error",
    "silence", "suppress", "legacy", "bug", "for now", "temporar", "safe", "so that", "to avoid",
    "objective-c", "upstream",
  ]
}
