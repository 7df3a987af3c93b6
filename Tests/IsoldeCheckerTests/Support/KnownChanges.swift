import IsoldeChecker

/// Says what a test wants about uncommitted changes.
struct KnownChanges: ChangeChecker {
  var changed: Set<String> = []
  var failure: String?

  func uncommittedChanges(
    among files: [String], in root: String
  ) throws(ChangeCheckFailure) -> Set<String> {
    if let failure { throw ChangeCheckFailure(reason: failure) }
    return changed.intersection(files)
  }
}
