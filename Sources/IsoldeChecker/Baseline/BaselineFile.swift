/// The file in which a project keeps its baseline.
public struct BaselineFile: Sendable {
  /// The name that the file has in the root unless another one is given.
  public static let defaultName = ".isolde-baseline.json"

  private let path: String
  private let changes: any ChangeChecker
  private let allowsUncommittedChanges: Bool

  /// Names the file.
  ///
  /// - Parameters:
  ///   - path: The file; a relative path starts in the working folder.
  ///   - changes: Who knows which files have uncommitted changes.
  ///   - allowsUncommittedChanges: Whether a file with uncommitted changes is written all the same.
  public init(
    path: String, changes: any ChangeChecker = GitChanges(), allowsUncommittedChanges: Bool = false
  ) {
    self.path = path
    self.changes = changes
    self.allowsUncommittedChanges = allowsUncommittedChanges
  }

  /// Reads the baseline.
  ///
  /// - Returns: The baseline; `nil` if there is no file.
  /// - Throws: `BaselineFailure` if the file cannot be read, is a symbolic link, or is broken.
  public func read() throws(BaselineFailure) -> Baseline? {
    let content: [UInt8]
    do throws(FileFailure) {
      let (folder, name) = OutputFile.split(path)
      content = try FolderHandle(root: folder).read(name).bytes
    } catch {
      if error.isMissingFile { return nil }
      throw .file(error)
    }
    return try Baseline(bytes: content)
  }

  /// Replaces the file by what is left of it after a run, or creates it with all findings.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run, before any baseline was applied to them.
  ///   - tool: The program.
  ///   - isForced: Whether findings may be added to a file that exists.
  ///   - isInReach: Whether the run would have found an entry that still exists.
  /// - Returns: The baseline that was written.
  /// - Throws: `BaselineFailure` if the baseline would grow, or the file cannot or must not be
  ///   written.
  @discardableResult
  public func update(
    with findings: [ReportedFinding], tool: Report.Tool, isForced: Bool = false,
    isInReach: (Baseline.Entry) -> Bool = { _ in true }
  ) throws(BaselineFailure) -> Baseline {
    let old = try read()
    let new =
      try old?.ratcheted(by: findings, isForced: isForced, isInReach: isInReach)
      ?? Baseline(findings.map(Baseline.Entry.init))
    if new == old { return new }
    if old != nil { try refuseUncommittedChanges() }
    do throws(FileFailure) {
      let (folder, name) = OutputFile.split(path)
      let handle = try FolderHandle(root: folder)
      let mode = old == nil ? nil : try handle.read(name).mode
      if old != nil, !handle.isWritable(name) { throw .readOnly(path: path) }
      try handle.replace(name, with: Array(new.text(tool: tool).utf8), mode: mode)
    } catch {
      throw .file(error)
    }
    return new
  }

  private func refuseUncommittedChanges() throws(BaselineFailure) {
    guard !allowsUncommittedChanges else { return }
    let (folder, name) = OutputFile.split(path)
    let changed: Set<String>
    do throws(ChangeCheckFailure) {
      changed = try changes.uncommittedChanges(among: [name], in: folder)
    } catch {
      throw .unknownChanges(error)
    }
    if changed.contains(name) { throw .uncommittedChanges(path: path) }
  }
}
