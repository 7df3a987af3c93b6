import IsoldeModel
import IsoldeTree

/// Finds state that a `defer` resets before the task that it stands for has begun.
struct DeferBeforeUnstructuredTask: Rule {
  static let info = RuleInfo(
    id: "defer-before-unstructured-task", group: .tasks,
    summary: "a 'defer' resets state when the function returns, before the task in it has run",
    reason: "the state never shows that the work is going on",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard site.isDiscarded(in: file), let code = file.code(around: site.call) else { continue }
      for reset in resets(before: site, code) {
        let target = tree.firstChild(reset.assignment).map { tree.source($0) } ?? ""
        report.report(
          reset.statement,
          "this resets '\(target)' when the function returns, before the task has run; move it into the "
            + "task",
          notes: [
            (reset.set, "'\(target)' is set here"), (site.call, "this task runs later"),
          ], confidence: .resolved, fix: fix(reset, site, code))
      }
    }
  }

  /// A `defer` that resets what was set before.
  private struct Reset {
    let statement: NodeID
    let assignment: NodeID
    let set: NodeID
  }

  private func resets(before site: TaskSite, _ code: CodeContext) -> [Reset] {
    let tree = code.tree
    let statement = tree.statement(around: site.call)
    guard let block = tree.parent(statement), tree[block].kind == .block,
      tree.lastChild(block) == statement
    else { return [] }
    var found: [Reset] = []
    for candidate in tree.children(block) where candidate < statement {
      guard tree[candidate].kind == .deferStmt, !works(between: candidate, statement, block, tree),
        case let statements = tree.statements(candidate), statements.count == 1,
        let assignment = statements.first, let path = flag(assignment, code),
        let set = set(before: candidate, assignment, path, block, code)
      else { continue }
      found.append(Reset(statement: candidate, assignment: assignment, set: set))
    }
    return found
  }

  /// Whether the function itself waits or loops behind the `defer`: then it stands for that work.
  private func works(between start: NodeID, _ end: NodeID, _ block: NodeID, _ tree: Tree) -> Bool {
    tree.children(block).contains { statement in
      guard start < statement, statement < end else { return false }
      return isWork(statement, tree)
        || tree.anyDescendant(of: statement, skippingClosures: true) { isWork($0, tree) }
    }
  }

  private func isWork(_ node: NodeID, _ tree: Tree) -> Bool {
    switch tree[node].kind {
    case .awaitExpr, .forStmt, .whileStmt, .repeatStmt, .doStmt: true
    default: false
    }
  }

  /// The path of a property to which a literal is assigned.
  private func flag(_ node: NodeID, _ code: CodeContext) -> PathID? {
    let tree = code.tree
    guard tree[node].kind == .assign, tree.name(node) == "=", let value = tree.lastChild(node),
      tree[value].kind == .literal || tree[value].kind == .member && tree.firstChild(value) == nil,
      let point = code.flow.points.first(where: { $0.node == node && $0.kind == .write }),
      code.property(of: point.path) != nil
    else { return nil }
    return point.path
  }

  private func set(
    before statement: NodeID, _ reset: NodeID, _ path: PathID, _ block: NodeID, _ code: CodeContext
  ) -> NodeID? {
    let tree = code.tree
    return tree.children(block).first { other in
      guard other < statement, flag(other, code) == path, let left = tree.lastChild(other),
        let right = tree.lastChild(reset)
      else { return false }
      return tree.source(left) != tree.source(right)
    }
  }

  /// Moves the `defer` to the start of the task.
  private func fix(_ reset: Reset, _ site: TaskSite, _ code: CodeContext) -> Finding.Fix? {
    let tree = code.tree
    let text = tree.text
    let source = tree.source(reset.statement)
    guard !site.isDetached, tree.attributes(site.closure).isEmpty,
      tree.child(site.closure, .capture) == nil, !source.contains("\n"),
      let block = tree.child(site.closure, .block), let first = tree.firstChild(block)
    else { return nil }
    let line = text.range(ofLine: tree.line(reset.statement))
    guard text[line].trimmingSpaces() == source, line.upperBound < text.bytes.count else {
      return nil
    }
    let start = Int(tree[first].start)
    let isOneLine = tree.line(first) == tree.line(site.call)
    let firstLine = text.range(ofLine: tree.line(first)).lowerBound
    let inserted = isOneLine ? "\(source); " : "\(source)\n\(text[firstLine..<start])"
    return Finding.Fix(
      "move the 'defer' into the task", .safe,
      [.init(line.lowerBound..<line.upperBound + 1, ""), .init(start..<start, inserted)])
  }
}
