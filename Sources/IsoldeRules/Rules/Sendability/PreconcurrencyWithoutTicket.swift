import IsoldeModel
import IsoldeTree

/// Finds `@preconcurrency` on imports and conformances without a reason or a ticket.
struct PreconcurrencyWithoutTicket: Rule {
  static let info = RuleInfo(
    id: "preconcurrency-without-ticket", group: .sendability,
    summary: "'@preconcurrency' hides concurrency errors and no comment says until when",
    reason: "it was meant for the time of a migration, and what has no ticket stays for ever",
    tier: .optIn, triggers: ["preconcurrency"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    guard !GeneratedSource.isLikely(file) else { return }
    let tree = file.tree
    for index in tree.nodes.indices where tree.nodes[index].kind == .importDecl {
      checkImport(NodeID(index), tree, &report)
    }
    for fact in file.project.units[file.unit].facts.types where !fact.preconcurrency.isEmpty {
      checkConformances(fact, file, &report)
    }
  }

  // MARK: - Imports

  private func checkImport(_ node: NodeID, _ tree: Tree, _ report: inout Reporter) {
    guard isMarked(node, tree), !Self.libraries.contains(tree.name(node)),
      !isExplained(node, tree)
    else { return }
    report.report(
      node,
      "'@preconcurrency import \(tree.name(node))' has no reason and no ticket; say which type it is "
        + "for and when it can go")
  }

  private func isMarked(_ node: NodeID, _ tree: Tree) -> Bool {
    tree[node].kind == .importDecl && tree.hasAttribute(node, "preconcurrency")
  }

  /// Whether a comment stands at an import, at the marked imports right above it, or at the `#if`
  /// around them.
  private func isExplained(_ node: NodeID, _ tree: Tree) -> Bool {
    if isStated(on: node, tree) { return true }
    guard let parent = tree.parent(node) else { return false }
    var current = node
    while let previous = sibling(before: current, in: parent, tree), isMarked(previous, tree),
      tree.line(previous) + 1 == tree.line(current)
    {
      if isStated(on: previous, tree) { return true }
      current = previous
    }
    guard tree[parent].kind == .ifConfigClause, let condition = tree.parent(parent) else {
      return false
    }
    return isStated(on: parent, tree) || isStated(on: condition, tree)
  }

  private func sibling(before node: NodeID, in parent: NodeID, _ tree: Tree) -> NodeID? {
    var previous: NodeID?
    for child in tree.children(parent) {
      if child == node { return previous }
      previous = child
    }
    return nil
  }

  // MARK: - Conformances

  private func checkConformances(
    _ fact: TypeFact, _ file: FileContext, _ report: inout Reporter
  ) {
    let tree = file.tree
    for child in tree.children(fact.node) where tree[child].kind == .typeRef {
      for attribute in tree.attributes(child) where tree.name(attribute) == "preconcurrency" {
        guard !isStated(on: fact.node, tree), !isStated(on: child, tree) else { continue }
        let name = tree.name(child)
        report.report(
          tree[attribute].range.lowerBound..<tree[child].range.upperBound,
          "'@preconcurrency \(name)' moves the isolation check of '\(fact.name)' to run time, with no "
            + "reason and no ticket; say who calls it and when it can go",
          notes: [], fix: fix(attribute, fact, file))
      }
    }
  }

  /// An isolated conformance says the same and is checked by the compiler.
  private func fix(_ attribute: NodeID, _ fact: TypeFact, _ file: FileContext) -> Finding.Fix? {
    guard let tools = file.settings.toolsVersion, tools >= 602,
      let type = file.project.type(at: fact.node, in: file.unit),
      case .globalActor(let actor) = file.project[type].isolation
    else { return nil }
    return Finding.Fix(
      "isolate the conformance", .review, [.init(file.tree[attribute].range, "@\(actor)")])
  }

  /// C libraries, whose globals will never be annotated.
  private static let libraries: Set<String> = [
    "Glibc", "Musl", "Bionic", "Android", "WASILibc", "Darwin", "CRT", "ucrt", "WinSDK",
  ]

  // MARK: - Comments

  private func isStated(on node: NodeID, _ tree: Tree) -> Bool {
    tree.comments(about: node).contains { MigrationReason.isStated(in: tree.text($0)) }
  }
}
