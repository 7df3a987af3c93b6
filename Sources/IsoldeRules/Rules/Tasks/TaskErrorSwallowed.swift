import IsoldeModel
import IsoldeTree

/// Finds tasks that nobody holds and whose body lets an error escape.
struct TaskErrorSwallowed: Rule {
  static let info = RuleInfo(
    id: "task-error-swallowed", group: .tasks,
    summary: "a task whose handle is thrown away lets an error escape",
    reason: "nobody can see the error, and the rest of the body is skipped",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    // From Swift 6.4 on the compiler says so itself.
    if let version = file.settings.toolsVersion, version >= 604 { return }
    for site in TaskSite.all(in: file) {
      guard let code = file.code(around: site.call), site.isDiscarded(in: file),
        let error = EscapingError.first(
          in: site.closure, code, where: { LostError.isReal(at: $0, code) }),
        !saysSo(site, error, file.tree), !LostError.isSecondary(site, error, code)
      else { continue }
      report.report(
        site.call,
        "an error in this task is lost: nobody holds the task, and nothing in it catches the error",
        notes: [(error, "the error comes from here; catch it inside the task")])
    }
  }

  /// Whether a comment says that errors do not matter.
  private func saysSo(_ site: TaskSite, _ error: NodeID, _ tree: Tree) -> Bool {
    var places = [site.call, tree.statement(around: error)]
    if let first = tree.statements(site.closure).first { places.append(first) }
    return places.flatMap { tree.comments(about: $0) }.contains { comment in
      let text = tree.text(comment).lowercased()
      return [
        "ignore", "best effort", "best-effort", "swallow", "fire and forget", "fire-and-forget",
        "non-critical", "not critical", "in the background", "on the background",
      ]
      .contains(where: text.contains)
    }
  }
}
