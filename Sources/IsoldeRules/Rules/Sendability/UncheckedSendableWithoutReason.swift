import IsoldeModel
import IsoldeTree

/// Finds `@unchecked Sendable` without a comment that says why it is safe.
struct UncheckedSendableWithoutReason: Rule {
  static let info = RuleInfo(
    id: "unchecked-sendable-without-reason", group: .sendability,
    summary: "'@unchecked Sendable' stands without a comment that says why it is safe",
    reason: "the compiler takes the promise unread, and nobody after it can check it either",
    tier: .optIn, triggers: ["unchecked"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    guard !GeneratedSource.isLikely(file) else { return }
    for promise in UncheckedPromise.all(in: file)
    where !SafetyReason.isStated(on: promise.fact.node, promise.node, file.tree)
      && isOwn(promise, file)
    {
      report.report(
        promise.range(in: file.tree),
        "'\(promise.fact.name)' is '@unchecked Sendable' and no comment says why that is safe; "
          + "name the lock, the queue or the rule that protects its state",
        notes: [], fix: placeholder(promise, file.tree))
    }
  }

  /// Whether a promise rests on anything: not if the compiler could check it, which is a matter for
  /// another rule, or if a subclass without state of its own only repeats it, as it has to.
  private func isOwn(_ promise: UncheckedPromise, _ file: FileContext) -> Bool {
    guard let id = file.project.type(at: promise.fact.node, in: file.unit) else { return true }
    let type = file.project[id]
    if UnneededUncheckedSendable().isUnneeded(promise, type, file) { return false }
    guard let base = file.project.superclass(of: id), file.project[base].promisesSendable else {
      return true
    }
    return type.properties.values.contains { $0.fact.isMutable && !$0.fact.isStatic }
  }

  private func placeholder(_ promise: UncheckedPromise, _ tree: Tree) -> Finding.Fix? {
    let node = promise.fact.node
    guard let indentation = SourceLayout.indentation(of: node, in: tree) else { return nil }
    // Above a documentation comment, so that it stays next to what it documents.
    let first = tree.comments(about: node).first { $0.startsLine && $0.start < tree[node].start }
    let start = Int(first?.start ?? tree[node].start)
    return Finding.Fix(
      "say why it is safe", .review,
      [.init(start..<start, "// SAFETY: <#what protects the state#>\n\(indentation)")])
  }
}

extension TypeEntry {
  /// Whether the type says by itself that it is `Sendable`.
  fileprivate var promisesSendable: Bool {
    unchecked.contains("Sendable") || inherits("Sendable")
  }
}
