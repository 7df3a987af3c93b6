import IsoldeRules

/// The findings that a project lives with for now: they are not reported, new ones are.
///
/// Entries are recognised by fingerprint, so that they survive lines that move, members that change
/// their place, and files that get another name. Equal code in two files has equal fingerprints; then
/// as many findings are known as there are entries, those in the entry's own file first.
public struct Baseline: Sendable, Equatable {
  /// One known finding.
  public struct Entry: Sendable, Hashable {
    /// What it is recognised by.
    public var fingerprint: Fingerprint
    /// The rule.
    public var rule: String
    /// The file where it was when it was written, relative to the root.
    public var file: String
    /// What the rule said then; for readers only.
    public var message: String

    /// Creates an entry.
    public init(fingerprint: Fingerprint, rule: String, file: String, message: String) {
      self.fingerprint = fingerprint
      self.rule = rule
      self.file = file
      self.message = message
    }

    /// The entry for a finding.
    public init(_ finding: ReportedFinding) {
      self.init(
        fingerprint: finding.fingerprint, rule: finding.rule.id, file: finding.place.file,
        message: finding.message)
    }
  }

  /// The known findings, sorted by file, rule, message and fingerprint.
  public private(set) var entries: [Entry]

  /// Creates a baseline.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted(by: Self.precedes)
  }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.message != right.message { return left.message < right.message }
    return left.fingerprint.value < right.fingerprint.value
  }
}

extension Baseline {
  /// The findings of a run beside the entries of a baseline.
  public struct Comparison: Sendable {
    /// The findings that no entry knows, in their order.
    public var new: [ReportedFinding]
    /// The entries that are still found, with the file where they are found now.
    public var known: [Entry]
    /// The entries that are no longer found.
    public var gone: [Entry]
    /// The entries that this run did not look for.
    public var outOfReach: [Entry]
  }

  /// Compares the findings of a run with the entries.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run.
  ///   - isInReach: Whether the run would have found an entry that still exists: its rule ran, and its
  ///     file was read or is no longer there.
  /// - Returns: What is new, known, gone and out of reach.
  /// - Complexity: O(*n*) in the number of findings and entries.
  public func compare(
    _ findings: [ReportedFinding], isInReach: (Entry) -> Bool = { _ in true }
  ) -> Comparison {
    var left: [Fingerprint: [Entry]] = [:]
    var outOfReach: [Entry] = []
    for entry in entries {
      if isInReach(entry) {
        left[entry.fingerprint, default: []].append(entry)
      } else {
        outOfReach.append(entry)
      }
    }

    /// Takes an entry for a finding out of those that are left.
    func take(_ finding: ReportedFinding, fromItsFile: Bool) -> Entry? {
      let rule = finding.rule.id
      let file = finding.place.file
      guard
        let index = left[finding.fingerprint]?.firstIndex(where: {
          $0.rule == rule && (!fromItsFile || $0.file == file)
        })
      else { return nil }
      return left[finding.fingerprint]?.remove(at: index)
    }

    var matches = findings.map { take($0, fromItsFile: true) }
    for index in findings.indices where matches[index] == nil {
      matches[index] = take(findings[index], fromItsFile: false)
    }
    var comparison = Comparison(new: [], known: [], gone: [], outOfReach: outOfReach)
    for (finding, match) in zip(findings, matches) {
      if var entry = match {
        entry.file = finding.place.file
        comparison.known.append(entry)
      } else {
        comparison.new.append(finding)
      }
    }
    comparison.gone = Baseline(left.values.flatMap { $0 }).entries
    return comparison
  }

  /// The baseline to write after a run: entries that are gone leave, and none is added.
  ///
  /// - Parameters:
  ///   - findings: The findings of the run.
  ///   - isForced: Whether new findings may be added all the same.
  ///   - isInReach: Whether the run would have found an entry; entries out of reach stay.
  /// - Returns: The new baseline.
  /// - Throws: `BaselineFailure.wouldGrow` if there are new findings, unless forced.
  public func ratcheted(
    by findings: [ReportedFinding], isForced: Bool = false,
    isInReach: (Entry) -> Bool = { _ in true }
  ) throws(BaselineFailure) -> Baseline {
    let comparison = compare(findings, isInReach: isInReach)
    if !comparison.new.isEmpty, !isForced { throw .wouldGrow(by: comparison.new.count) }
    return Baseline(comparison.known + comparison.outOfReach + comparison.new.map(Entry.init))
  }
}

extension Report {
  /// Takes out the findings that a baseline knows and says in the summary what it did.
  ///
  /// - Parameters:
  ///   - baseline: The known findings.
  ///   - isInReach: Whether the run would have found an entry that still exists.
  public mutating func hide(
    _ baseline: Baseline, isInReach: (Baseline.Entry) -> Bool = { _ in true }
  ) {
    let comparison = baseline.compare(findings, isInReach: isInReach)
    findings = comparison.new
    summary.baseline = BaselineUse(known: comparison.known.count, gone: comparison.gone.count)
  }
}
