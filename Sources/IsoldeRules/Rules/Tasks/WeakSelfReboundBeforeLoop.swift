import IsoldeModel
import IsoldeTree

/// Finds tasks that take `self` weakly and then hold it strongly through a loop that does not end.
struct WeakSelfReboundBeforeLoop: Rule {
  static let info = RuleInfo(
    id: "weak-self-rebound-before-loop", group: .tasks,
    summary: "a weakly captured 'self' is made strong before a loop that does not end",
    reason: "the strong reference lasts as long as the loop, so the weak capture does nothing",
    tier: .warning, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) where SelfUse.capture(site.closure, tree) == .weak {
      guard let code = file.code(around: site.call), let type = code.typeEntry, type.isReference,
        !SelfUse.livesForTheProcess(type, file.project), isMeantToEnd(site, code, file)
      else { continue }
      for loop in LongLoop.all(in: site.closure, code) where !loop.exits.leaves {
        checkLoop(loop, in: site.closure, code, &report)
      }
      for call in SelfUse.calls(in: site.closure, code) {
        guard let hold = SelfHold.loop(in: call, code, file) else { continue }
        report.report(
          call,
          "'\(tree.name(call))' runs a loop that does not end and holds 'self' meanwhile, so the weak "
            + "capture does nothing; start the loop in the task and bind 'self' inside it",
          notes: [(hold.loop, "this loop does not end by itself")], confidence: .resolved)
      }
    }
  }

  /// Whether the task should end with its object: not if somebody has to stop it first.
  private func isMeantToEnd(_ site: TaskSite, _ code: CodeContext, _ file: FileContext) -> Bool {
    switch TaskLifetime.of(site, code, file) {
    case .owner, .property, .unheld: true
    case .nobody, .elsewhere: false
    }
  }

  private func checkLoop(
    _ loop: LongLoop, in closure: NodeID, _ code: CodeContext, _ report: inout Reporter
  ) {
    let tree = code.tree
    guard let binding = StrongBinding(before: loop.node, in: closure, tree),
      let use = binding.use(in: loop.node, code)
    else { return }
    report.report(
      binding.statement,
      "'self' is made strong before a loop that does not end, so the weak capture does nothing; bind "
        + "it inside the loop",
      notes: [
        (loop.node, "this loop does not end by itself"), (use, "'self' is held for this"),
      ], fix: binding.movingInto(loop.node, closure, code))
  }
}
