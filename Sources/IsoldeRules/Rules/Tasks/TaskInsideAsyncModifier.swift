import IsoldeModel
import IsoldeTree

/// Finds tasks inside the closures of SwiftUI's `.task` and `.refreshable`.
struct TaskInsideAsyncModifier: Rule {
  static let info = RuleInfo(
    id: "task-inside-async-modifier", group: .tasks,
    summary: "the closure of '.task' or '.refreshable' hands its work to another task",
    reason:
      "the inner task is not cancelled with the view, and the modifier ends before the work does",
    tier: .optIn, triggers: ["refreshable", "task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard site.isDiscarded(in: file), let closure = tree.ancestor(site.call, .closure, .funcDecl),
        let call = tree.call(takingClosure: closure), isModifier(call, tree),
        !waits(closure, tree), waits(site.closure, tree),
        tree.comments(about: tree.statement(around: site.call)).isEmpty
      else { continue }
      let isRefresh = tree.name(call) == "refreshable"
      report.report(
        tree.firstChild(site.call) ?? site.call,
        isRefresh
          ? "'refreshable' ends before this task does, and nothing cancels it; do the work right here"
          : "this task is not cancelled when the view goes away, as 'task' would be; do the work right "
            + "here",
        notes: [(tree.firstChild(call) ?? call, "this closure is async already")],
        fix: fix(site, closure, tree))
    }
  }

  private func isModifier(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let callee = tree.firstChild(call), tree[callee].kind == .member else { return false }
    return ["task", "refreshable"].contains(tree.name(call))
  }

  /// Whether a closure waits for something itself.
  private func waits(_ closure: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: closure, skippingClosures: true) { node in
      tree[node].kind == .awaitExpr
        || tree[node].kind == .forStmt && tree[node].flags.contains(.isAwait)
    }
  }

  /// Takes the statements out of the task if it is all that the closure does.
  private func fix(_ site: TaskSite, _ closure: NodeID, _ tree: Tree) -> Finding.Fix? {
    guard tree.statements(closure).count == 1, tree.arguments(site.call).count == 1,
      tree.attributes(site.closure).isEmpty, tree.child(site.closure, .capture) == nil,
      let block = tree.child(site.closure, .block), let first = tree.firstChild(block),
      let last = tree.lastChild(block), EscapingError.isAbsent(in: site.closure, tree)
    else { return nil }
    let text = tree.text
    let before = text[Int(tree[block].start)..<Int(tree[first].start)]
    let after = text[Int(tree[last].end)..<Int(tree[block].end)]
    // A comment at the edge belongs to somebody who can move it.
    guard !before.contains("/"), !after.contains("/") else { return nil }
    let outer = indentation(of: site.call, tree)
    let inner = indentation(of: first, tree)
    guard inner.count > outer.count || text.line(at: Int(tree[first].start)) == tree.line(site.call)
    else {
      return nil
    }
    let body = text[Int(tree[first].start)..<Int(tree[last].end)]
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      index, line in
      index > 0 && line.hasPrefix(inner) ? outer + line.dropFirst(inner.count) : String(line)
    }
    return Finding.Fix(
      "do the work without a task", .safe,
      [.init(tree[site.call].range, lines.joined(separator: "\n"))])
  }

  private func indentation(of node: NodeID, _ tree: Tree) -> String {
    let start = tree.text.range(ofLine: tree.line(node)).lowerBound
    return String(tree.text[start..<Int(tree[node].start)].prefix { $0 == " " || $0 == "\t" })
  }
}
