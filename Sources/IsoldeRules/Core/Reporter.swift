import IsoldeModel
import IsoldeTree

/// Takes the findings of one rule in one file.
public struct Reporter {
  private let info: RuleInfo
  private let unit: Int
  private let tree: Tree
  /// What was reported so far.
  public private(set) var findings: [Finding] = []
  private var reported: Set<Range<Int>> = []

  /// Creates a reporter.
  public init(_ info: RuleInfo, unit: Int, tree: Tree) {
    self.info = info
    self.unit = unit
    self.tree = tree
  }

  /// Reports a finding at a node; a second one at the same place is dropped.
  ///
  /// - Parameters:
  ///   - node: What is underlined.
  ///   - message: What is wrong: lower case, no full stop, names in quotes.
  ///   - notes: The places that explain it, in the same file.
  ///   - confidence: On what it rests.
  ///   - fix: A change that removes it.
  public mutating func report(
    _ node: NodeID, _ message: String, notes: [(NodeID, String)] = [],
    confidence: Confidence = .syntax, fix: Finding.Fix? = nil
  ) {
    report(
      tree[node].range, message,
      notes: notes.map { .init(unit: unit, range: tree[$0.0].range, message: $0.1) },
      confidence: confidence, fix: fix)
  }

  /// Reports a finding at a byte range, with notes that can stand in other files.
  public mutating func report(
    _ range: Range<Int>, _ message: String, notes: [Finding.Note], confidence: Confidence = .syntax,
    fix: Finding.Fix? = nil
  ) {
    guard reported.insert(range).inserted else { return }
    findings.append(
      Finding(
        rule: info.id, unit: unit, range: range, level: info.tier.level, message: message,
        notes: notes, confidence: confidence, fix: fix))
  }
}
