import IsoldeModel
import IsoldeTree

/// Finds async functions that would leave the caller's actor in other modules, but not in this one.
struct NonisolatedAsyncExpectedOffMain: Rule {
  static let info = RuleInfo(
    id: "nonisolated-async-expected-off-main", group: .isolation,
    summary: "a nonisolated async function computes on its caller's actor",
    reason: "with NonisolatedNonsendingByDefault it no longer leaves the main actor by itself",
    tier: .optIn)

  func check(_ file: FileContext, _ report: inout Reporter) {
    guard file.settings.runsNonisolatedAsyncOnCaller else { return }
    let facts = file.project.units[file.unit].facts
    for function in facts.functions { check(function, file, &report) }
    for type in facts.types where type.kind != .protocolType {
      for function in type.functions { check(function, file, &report) }
    }
  }

  private func check(_ fact: FunctionFact, _ file: FileContext, _ report: inout Reporter) {
    guard fact.kind == .function, fact.isAsync, fact.hasBody,
      let id = file.project.function(at: fact.node, in: file.unit)
    else { return }
    let function = file.project[id]
    let tree = file.tree
    guard function.isolation == .nonisolated, !statesCallersActor(fact.node, tree),
      fact.effects.suspends
        ? decodes(fact.node, file) : BodyWork.isSubstantial(function, file.project),
      let caller = MainActorCallers.first(of: id, file.project)
    else { return }
    report.report(
      FunctionHead.range(of: fact.node, tree),
      "'\(fact.name)' computes on its caller's actor, because this module enables "
        + "'NonisolatedNonsendingByDefault'; mark it '@concurrent' to leave the main actor",
      notes: [caller], confidence: .resolved, fix: fix(fact, tree))
  }

  /// Whether a function that also awaits makes a call of its own that is known to take long.
  private func decodes(_ node: NodeID, _ file: FileContext) -> Bool {
    guard let code = file.code.first(where: { $0.node == node }) else { return false }
    return code.flow.points.contains { point in
      point.kind == .call && point.body == 0 && !point.flags.contains(.isAwaited)
        && HeavyCall.name(of: point.node, code) != nil
    }
  }

  /// Whether `nonisolated(nonsending)` or an `isolated` parameter says that it is meant.
  private func statesCallersActor(_ node: NodeID, _ tree: Tree) -> Bool {
    let text = tree.text[FunctionHead.range(of: node, tree)]
    return ["nonsending", "isolated ", "@concurrent"].contains { word in
      guard let offset = text.utf8Offset(of: word) else { return false }
      return word != "isolated " || !text.isWordPart(before: offset)
    }
  }

  private func fix(_ fact: FunctionFact, _ tree: Tree) -> Finding.Fix? {
    let start = Int(tree[fact.node].start)
    return Finding.Fix(
      "mark it '@concurrent'", .review, [.init(start..<start, "@concurrent ")])
  }
}

extension String {
  /// Whether the byte before an offset belongs to an identifier.
  fileprivate func isWordPart(before offset: Int) -> Bool {
    guard offset > 0 else { return false }
    let byte = Array(utf8)[offset - 1]
    return byte == UInt8(ascii: "_")
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }
}
