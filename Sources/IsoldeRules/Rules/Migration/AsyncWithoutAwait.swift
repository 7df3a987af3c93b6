import IsoldeModel
import IsoldeTree

/// Finds async functions that never suspend.
struct AsyncWithoutAwait: Rule {
  static let info = RuleInfo(
    id: "async-without-await", group: .migration,
    summary: "an async function never awaits anything",
    reason:
      "callers must be async and may lose their place in line for a function that needs neither",
    tier: .optIn)

  func check(_ file: FileContext, _ report: inout Reporter) {
    let facts = file.project.units[file.unit].facts
    for function in facts.functions { check(function, nil, file, &report) }
    for type in facts.types where type.kind != .protocolType {
      guard let id = file.project.type(at: type.node, in: file.unit) else { continue }
      for function in type.functions { check(function, file.project[id], file, &report) }
    }
  }

  private func check(
    _ fact: FunctionFact, _ type: TypeEntry?, _ file: FileContext, _ report: inout Reporter
  ) {
    let tree = file.tree
    guard fact.kind == .function, fact.isAsync, fact.hasBody, !fact.effects.suspends,
      fact.flags.isDisjoint(with: [.isOverride, .isPublic, .isDistributed]),
      fact.attributes.allSatisfy({ $0 == "discardableResult" || $0 == "available" }),
      let id = file.project.function(at: fact.node, in: file.unit),
      let block = tree.child(fact.node, .block), !isStub(block, tree), !suspends(block, tree)
    else { return }
    let function = file.project[id]
    // Off the main actor `async` is what keeps long work away from the caller.
    guard function.isolation != .concurrent, !leavesWithWork(function, block, file),
      type.map({ isFree(fact, $0, file.project) }) ?? true
    else { return }
    report.report(
      FunctionHead.range(of: fact.node, tree),
      "'\(fact.name)' is 'async' but never suspends; without 'async' its callers need no 'await'",
      notes: [], confidence: .resolved)
  }

  /// Whether a nonisolated function may be async to take its work off the caller's actor.
  private func leavesWithWork(
    _ function: FunctionEntry, _ block: NodeID, _ file: FileContext
  ) -> Bool {
    guard function.isolation == .nonisolated else { return false }
    return BodyWork.isSubstantial(function, file.project)
      || ["try ", "try?", "try!", "FileManager", "contentsOf"].contains {
        file.tree.source(block).utf8Offset(of: $0) != nil
      }
  }

  /// Whether nothing stands in the body, or only a stop: a place for code to come.
  private func isStub(_ block: NodeID, _ tree: Tree) -> Bool {
    let statements = Array(tree.children(block))
    guard let first = statements.first else { return true }
    // A body that was not parsed has names where statements would be.
    let text = String(tree.source(block).dropFirst()).trimmingLines()
    if text.hasPrefix("throw ") { return true }
    return statements.count == 1 && tree[first].kind == .call
      && ["fatalError", "preconditionFailure", "unimplemented"].contains(tree.name(first))
  }

  private func suspends(_ block: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block) { node in
      switch tree[node].kind {
      case .awaitExpr, .ifConfig, .macro: true
      case .varDecl: tree[node].flags.contains(.isAsync)
      case .forStmt: tree[node].flags.contains(.isAwait)
      default: false
      }
    }
  }

  /// Whether no protocol, superclass or subclass can ask for `async`.
  private func isFree(_ fact: FunctionFact, _ type: TypeEntry, _ project: Project) -> Bool {
    guard type.kind != .extensionType, type.kind != .protocolType else { return false }
    if type.kind == .classType, !type.flags.contains(.isFinal), !fact.isPrivate {
      let hasSubclass = project.types.contains { $0.inherits(type.name) }
      guard !hasSubclass, !type.flags.contains(.isPublic) else { return false }
    }
    return type.inherited.allSatisfy { parent in
      if Self.plainParents.contains(parent.lastComponent) { return true }
      guard let id = project.type(named: parent.base, in: type.id, module: type.module) else {
        return false
      }
      return !declares(fact.name, project[id], project, depth: 0)
    }
  }

  private func declares(
    _ name: String, _ type: TypeEntry, _ project: Project, depth: Int
  ) -> Bool {
    if type.functions[name] != nil || depth > 6 { return true }
    return type.inherited.contains { parent in
      if Self.plainParents.contains(parent.lastComponent) { return false }
      guard let id = project.type(named: parent.base, in: type.id, module: type.module) else {
        return true
      }
      return declares(name, project[id], project, depth: depth + 1)
    }
  }

  private static let plainParents: Set<String> = [
    "Sendable", "AnyObject", "NSObject", "ObservableObject", "Identifiable", "Equatable",
    "Hashable",
    "Codable", "Decodable", "Encodable", "CustomStringConvertible", "View", "Error", "CaseIterable",
    "String", "Int",
  ]
}
