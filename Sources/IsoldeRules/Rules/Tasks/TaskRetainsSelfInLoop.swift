import IsoldeModel
import IsoldeTree

/// Finds tasks whose endless loop keeps the object alive that started them.
struct TaskRetainsSelfInLoop: Rule {
  static let info = RuleInfo(
    id: "task-retains-self-in-loop", group: .tasks,
    summary: "a task holds 'self' in a loop that does not end, so the object is never released",
    reason: "the object and its task keep each other alive, and a deinit that cancels never runs",
    tier: .warning, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    for site in TaskSite.all(in: file) {
      guard let code = file.code(around: site.call), let type = code.typeEntry, type.isReference,
        code.functionFact?.isStatic != true, !SelfUse.livesForTheProcess(type, file.project),
        capturesStrongly(site.closure, file.tree),
        let hold = SelfHold.first(in: site.closure, code, file),
        let end = end(of: site, hold, code, file)
      else { continue }
      report.report(
        file.tree.firstChild(site.call) ?? site.call, end.message,
        notes: [(hold.loop, "this loop does not end by itself"), (hold.use, "'self' is held here")]
          + end.notes, confidence: .resolved)
    }
  }

  private func capturesStrongly(_ closure: NodeID, _ tree: Tree) -> Bool {
    switch SelfUse.capture(closure, tree) {
    case .unmentioned, .strong: true
    case .weak, .unowned: false
    }
  }

  /// Why nothing ends the task.
  private struct End {
    var message: String
    var notes: [(NodeID, String)] = []
  }

  private func end(
    of site: TaskSite, _ hold: SelfHold, _ code: CodeContext, _ file: FileContext
  ) -> End? {
    switch TaskLifetime.of(site, code, file) {
    case .owner(let cancel, hasStops: false):
      return End(
        message:
          "the task holds 'self' while its loop runs, so the 'deinit' that cancels it never runs; "
          + "capture 'self' weakly and bind it inside the loop",
        notes: [(cancel, "this is not reached while the task runs")])
    case .property(let name):
      return End(
        message:
          "the task holds 'self' while its loop runs, so '\(name)' is never released and never "
          + "cancels it; capture 'self' weakly and bind it inside the loop")
    case .nobody, .unheld:
      guard hold.end == .never, !hold.canFail, let type = code.typeEntry, isShortLived(type) else {
        return nil
      }
      return End(
        message: "the task holds 'self' in a loop that never ends, and nothing cancels it: this "
          + "'\(type.name)' is never released")
    case .owner, .elsewhere:
      return nil
    }
  }

  /// Whether a type belongs to something that comes and goes, such as a screen.
  private func isShortLived(_ type: TypeEntry) -> Bool {
    guard type.kind == .classType else { return false }
    if type.isolation == .mainActor || type.inherits("ObservableObject") { return true }
    if type.attributes.contains("Observable") { return true }
    return ["ViewModel", "StateModel", "ViewController", "View", "Cell", "Presenter", "Screen"]
      .contains(where: type.name.hasSuffix)
  }
}
