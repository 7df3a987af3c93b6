import IsoldeModel
import IsoldeTree

/// Finds functions that leave their caller's actor for a constant-time expression.
struct TrivialConcurrentFunction: Rule {
  static let info = RuleInfo(
    id: "trivial-concurrent-function", group: .migration,
    summary: "an '@concurrent' function computes a constant-time expression",
    reason: "the two hops cost more than the work",
    tier: .optIn, triggers: ["concurrent"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let facts = file.project.units[file.unit].facts
    for function in facts.functions + facts.types.flatMap(\.functions) {
      check(function, file.tree, &report)
    }
  }

  private func check(_ fact: FunctionFact, _ tree: Tree, _ report: inout Reporter) {
    guard fact.attributes.contains("concurrent"), fact.kind == .function, fact.hasBody,
      let block = tree.child(fact.node, .block), isTrivial(block, fact, tree)
    else { return }
    report.report(
      FunctionHead.range(of: fact.node, tree),
      "'\(fact.name)' leaves its caller's actor for less work than the hop costs; drop '@concurrent' "
        + "and 'async'",
      notes: [], fix: fix(fact, tree))
  }

  /// Whether a body is one expression of names, literals and operators, read off the text because such
  /// bodies may not be parsed.
  private func isTrivial(_ block: NodeID, _ fact: FunctionFact, _ tree: Tree) -> Bool {
    guard
      !tree.anyDescendant(of: block, where: { tree[$0].kind == .call || tree[$0].kind == .assign })
    else { return false }
    let text = String(tree.source(block).dropFirst().dropLast()).trimmingLines()
    guard !text.isEmpty, !text.contains("\n") else { return false }
    return !["(", "[", "{", "await ", ";", "//", "=="].contains { word in
      word != "==" && text.utf8Offset(of: word) != nil
    }
  }

  private func fix(_ fact: FunctionFact, _ tree: Tree) -> Finding.Fix? {
    let start = Int(tree[fact.node].start)
    guard
      let attribute = tree.attributes(fact.node).first(where: { tree.name($0) == "concurrent" }),
      let block = tree.child(fact.node, .block)
    else { return nil }
    let head = tree.text[start..<Int(tree[block].start)]
    guard let offset = head.utf8Offset(of: " async") else { return nil }
    let range = tree[attribute].range
    var end = range.upperBound
    while end < tree.text.bytes.count, [0x20, 0x0A].contains(tree.text.bytes[end]) { end += 1 }
    return Finding.Fix(
      "drop '@concurrent' and 'async'", .review,
      [
        .init(range.lowerBound..<end, ""),
        .init(start + offset..<start + offset + " async".utf8.count, ""),
      ])
  }
}

extension String {
  /// The string without white space and line breaks at both ends.
  func trimmingLines() -> String {
    var view = self[...]
    while let first = view.first, first.isWhitespace { view.removeFirst() }
    while let last = view.last, last.isWhitespace { view.removeLast() }
    return String(view)
  }
}
