/// Why a baseline cannot be read or written.
public enum BaselineFailure: Error, Equatable, CustomStringConvertible {
  /// The file is not a baseline; the place is where reading stopped, in bytes from 1.
  case malformed(line: Int, column: Int, reason: String)
  /// The file was written by a newer program.
  case unknownVersion(Int)
  /// The run has findings that the baseline does not know.
  case wouldGrow(by: Int)

  /// The file cannot be read or written.
  case file(FileFailure)
  /// The file has changes that nobody could bring back.
  case uncommittedChanges(path: String)
  /// It is not known whether the file has such changes.
  case unknownChanges(ChangeCheckFailure)

  /// The failure in one sentence, with the next step.
  public var description: String {
    switch self {
    case .malformed(let line, let column, let reason):
      return "the baseline cannot be read at \(line):\(column): \(reason)"
    case .unknownVersion(let version):
      return "the baseline has version \(version), which this program does not know; update it"
    case .wouldGrow(let count):
      let findings = count == 1 ? "1 finding is" : "\(count) findings are"
      return "\(findings) not in the baseline, which only shrinks: fix or suppress what is new, "
        + "or add it with --force"
    case .file(let failure):
      return failure.description
    case .uncommittedChanges(let path):
      return
        "'\(PlainText.cleaned(path))' has uncommitted changes: commit them, or write it with --allow-dirty"
    case .unknownChanges(let failure):
      return "\(failure); --allow-dirty writes all the same"
    }
  }
}
