import IsoldeModel
import IsoldeTree

/// Finds loops that start a task for each element and forget it.
struct TaskInLoop: Rule {
  static let info = RuleInfo(
    id: "task-in-loop", group: .tasks,
    summary: "a loop starts a task for each element and forgets it",
    reason: "nothing bounds how many run at once, orders them, or waits for them",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard site.isDiscarded(in: file), let loop = loop(around: site, tree),
        usesElement(of: loop, site, tree), !isCounted(site, tree), waits(site.closure, tree),
        !isMeant(site, tree)
      else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "this starts a task for each element at once, and nobody waits for them; use a task group",
        notes: [(loop, "one task for each turn of this loop")])
    }
  }

  /// The `for` or the `forEach` closure in which the task is started on each turn.
  private func loop(around site: TaskSite, _ tree: Tree) -> NodeID? {
    for ancestor in tree.ancestors(site.call) {
      switch tree[ancestor].kind {
      case .forStmt:
        // Each element of an asynchronous sequence comes when it comes; there is nothing to gather.
        return tree[ancestor].flags.contains(.isAwait) || leaves(ancestor, site, tree)
          || isSmall(ancestor, tree) ? nil : ancestor
      case .switchCase, .deferStmt, .catchClause:
        return nil
      case .closure:
        guard let call = tree.call(takingClosure: ancestor), tree.name(call) == "forEach" else {
          return nil
        }
        return call
      case .funcDecl, .initDecl, .accessor, .whileStmt, .repeatStmt:
        return nil
      default: continue
      }
    }
    return nil
  }

  /// Whether the loop ends with the turn that starts the task: a search, not a fan-out.
  private func leaves(_ loop: NodeID, _ site: TaskSite, _ tree: Tree) -> Bool {
    guard let block = tree.parent(tree.statement(around: site.call)) else { return false }
    return tree.children(block).contains {
      site.call < $0 && [.returnStmt, .breakStmt, .throwStmt].contains(tree[$0].kind)
    }
  }

  /// A loop over a literal or a range of a few numbers.
  private func isSmall(_ loop: NodeID, _ tree: Tree) -> Bool {
    guard let sequence = tree.child(loop, at: 1) else { return false }
    switch tree[sequence].kind {
    case .arrayExpr: return true
    case .binary:
      return tree.children(sequence).allSatisfy { tree[$0].kind == .literal }
    default: return false
    }
  }

  private func usesElement(of loop: NodeID, _ site: TaskSite, _ tree: Tree) -> Bool {
    var names: Set<UInt32> = []
    if tree[loop].kind == .forStmt, let pattern = tree.firstChild(loop) {
      for node in [pattern] + Array(tree.descendants(pattern)) where tree[node].kind == .bindPattern
      {
        names.insert(tree[node].name)
      }
      if let block = tree.child(loop, .block) {
        // What is derived from the element stands for it.
        for node in tree.descendants(block)
        where tree[node].kind == .bindPattern && node < site.call {
          names.insert(tree[node].name)
        }
      }
    } else if let closure = tree.closures(loop).last {
      for child in tree.children(closure) where tree[child].kind == .param {
        names.insert(tree[child].name)
      }
      if names.isEmpty, let name = tree.nameID("$0") { names.insert(name) }
    }
    return tree.anyDescendant(of: site.closure) {
      tree[$0].kind == .identifier && names.contains(tree[$0].name)
    }
  }

  /// Whether a dispatch group or a continuation counts the tasks.
  private func isCounted(_ site: TaskSite, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: site.closure) {
      tree[$0].kind == .call && ["leave", "signal", "fulfill", "arrive"].contains(tree.name($0))
    }
  }

  /// Whether a comment explains the task.
  private func isMeant(_ site: TaskSite, _ tree: Tree) -> Bool {
    if !tree.comments(about: tree.statement(around: site.call)).isEmpty { return true }
    if let block = tree.child(site.closure, .block), let first = tree.firstChild(block),
      !tree.comments(about: first).isEmpty
    {
      return true
    }
    guard let function = tree.ancestor(site.call, .funcDecl) else { return false }
    return tree.comments(about: function).contains {
      let text = tree.text($0).lowercased()
      return text.contains("fire-and-forget") || text.contains("fire and forget")
    }
  }

  private func waits(_ closure: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: closure, skippingClosures: true) {
      tree[$0].kind == .awaitExpr || tree[$0].kind == .forStmt && tree[$0].flags.contains(.isAwait)
    }
  }
}
