import IsoldeModel
import IsoldeRules
import IsoldeTree

/// Makes the fixes of findings in the files of a project.
///
/// A file is written only if it lies inside the root, is reached without a symbolic link, is still
/// what was judged, and has no uncommitted changes. It is replaced as a whole and keeps its mode.
public struct FixRun: Sendable {
  /// What happened to the fixes.
  public struct Outcome: Sendable {
    /// A fix that was not made.
    public struct Skipped: Sendable {
      /// The finding that it belongs to.
      public var finding: Finding
      /// Why it was not made, without a full stop.
      public var reason: String
    }

    /// The files that were changed, sorted.
    public var files: [String] = []
    /// The findings whose fix was made.
    public var applied: [Finding] = []
    /// The fixes that were not made.
    public var skipped: [Skipped] = []
  }

  /// A file that is to be written.
  private struct Change {
    var file: String
    var before: [UInt8]
    var after: [UInt8]
    var findings: [Finding]
  }

  private let root: String
  private let changes: any ChangeChecker
  private let includesReview: Bool
  private let allowsUncommittedChanges: Bool

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - root: The folder that the project's paths are relative to; nothing outside it is written.
  ///   - changes: Who knows which files have uncommitted changes.
  ///   - includesReview: Whether fixes that should be read first are made as well.
  ///   - allowsUncommittedChanges: Whether files with uncommitted changes are written all the same.
  public init(
    root: String, changes: any ChangeChecker = GitChanges(), includesReview: Bool = false,
    allowsUncommittedChanges: Bool = false
  ) {
    self.root = root
    self.changes = changes
    self.includesReview = includesReview
    self.allowsUncommittedChanges = allowsUncommittedChanges
  }

  /// Makes the fixes.
  ///
  /// - Parameters:
  ///   - findings: The findings; those without a fix are passed over.
  ///   - project: The project that they refer to.
  /// - Returns: What was changed, and why the rest was not. A file that cannot be written costs only
  ///   its own fixes.
  public func apply(_ findings: [Finding], in project: Project) -> Outcome {
    var outcome = Outcome()
    var planned: [Change] = []
    let fixable = findings.filter { $0.fix != nil }
    let byFile = Dictionary(grouping: fixable) { project.units[$0.unit].path }
    for (file, findings) in byFile.sorted(by: { $0.key < $1.key }) {
      if let change = plan(file, findings, project, &outcome) { planned.append(change) }
    }
    guard !planned.isEmpty else { return outcome }
    let refusals = refusals(planned.map(\.file))
    for change in planned {
      let reason = refusals(change.file) ?? write(change)
      if let reason {
        outcome.skipped += change.findings.map { .init(finding: $0, reason: reason) }
      } else {
        outcome.files.append(change.file)
        outcome.applied += change.findings
      }
    }
    return outcome
  }

  private func plan(
    _ file: String, _ findings: [Finding], _ project: Project, _ outcome: inout Outcome
  ) -> Change? {
    // A file of two modules is judged twice; the same fix counts once.
    var seen: Set<Finding.Fix> = []
    let findings = findings.sorted { $0.range.lowerBound < $1.range.lowerBound }
      .filter { $0.fix.map { seen.insert($0).inserted } ?? false }
    guard let first = findings.first else { return nil }
    let text = project.units[first.unit].tree.text
    let plan = FixPlan(findings.compactMap(\.fix), in: text, includesReview: includesReview)
    outcome.skipped += plan.skipped.map {
      .init(finding: findings[$0.index], reason: $0.obstacle.description)
    }
    guard !plan.applied.isEmpty else { return nil }
    return Change(
      file: file, before: text.bytes, after: plan.bytes, findings: plan.applied.map { findings[$0] }
    )
  }

  /// Why a file must not be written, because of changes that nobody could bring back.
  private func refusals(_ files: [String]) -> (String) -> String? {
    if allowsUncommittedChanges { return { _ in nil } }
    do {
      let changed = try changes.uncommittedChanges(among: files, in: root)
      return { changed.contains($0) ? "the file has uncommitted changes (--allow-dirty)" : nil }
    } catch {
      let reason = "\(error) (--allow-dirty)"
      return { _ in reason }
    }
  }

  /// Writes a file; returns why that is not possible.
  private func write(_ change: Change) -> String? {
    do throws(FileFailure) {
      let names = try FolderHandle.names(of: change.file, in: root)
      guard let name = names.last else { return nil }
      let folder = try FolderHandle(root: root).folder(names.dropLast())
      let (bytes, mode) = try folder.read(name)
      guard bytes == change.before else { return "the file has changed since it was read" }
      guard folder.isWritable(name) else { throw .readOnly(path: change.file) }
      try folder.replace(name, with: change.after, mode: mode)
      return nil
    } catch {
      return error.description
    }
  }
}
