import IsoldeModel
import IsoldeTree

/// Finds sleeps whose number was meant in another unit than nanoseconds.
struct SleepNanosecondsUnit: Rule {
  static let info = RuleInfo(
    id: "sleep-nanoseconds-unit", group: .migration,
    summary: "a sleep in nanoseconds gets a number of milliseconds or seconds",
    reason: "the task sleeps a million times too short, and a loop around it spins",
    tier: .optIn, triggers: ["sleep"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for call in file.calls(named: "sleep") where isTaskSleep(call, tree) {
      guard let value = nanoseconds(of: call, tree) else { continue }
      if let number = ConstantNumber.value(of: value, tree) {
        checkConstant(number, value, call, tree, &report)
      } else if let mistake = UnitMistake.find(in: value, tree) {
        report.report(
          value,
          "'\(mistake.name)' is named after \(mistake.unit), but times \(mistake.factor) it is not in "
            + "nanoseconds; say '.\(mistake.unit)(…)' with 'Task.sleep(for:)'")
      }
    }
  }

  private func isTaskSleep(_ call: NodeID, _ tree: Tree) -> Bool {
    tree.receiverName(call) == "Task"
  }

  private func nanoseconds(of call: NodeID, _ tree: Tree) -> NodeID? {
    let arguments = tree.arguments(call)
    guard arguments.count == 1, ["nanoseconds", ""].contains(tree.label(arguments[0])) else {
      return nil
    }
    return tree.firstChild(arguments[0])
  }

  private func checkConstant(
    _ number: Double, _ value: NodeID, _ call: NodeID, _ tree: Tree, _ report: inout Reporter
  ) {
    let isProduct = tree[tree.unwrapped(value)].kind == .binary
    guard number > 1, number < (isProduct ? 1_000_000 : 10_000), !saysItIsShort(call, tree) else {
      return
    }
    let time =
      number < 1_000 ? "\(Int(number)) nanoseconds" : "\(Int(number / 1_000)) microseconds"
    report.report(
      value,
      "this sleeps for \(time), about as long as a task needs to wake up; say the unit with "
        + "'Task.sleep(for:)'",
      fix: fix(number, call, tree))
  }

  /// Whether a comment says that a very short sleep is meant.
  private func saysItIsShort(_ call: NodeID, _ tree: Tree) -> Bool {
    tree.comments(about: tree.statement(around: call)).contains { comment in
      let text = tree.text(comment).lowercased()
      return ["yield", "micro", "µs", "nano", " ns", "tiny"].contains {
        text.utf8Offset(of: $0) != nil
      }
    }
  }

  /// Guesses the unit from the size: seconds for small numbers, then milliseconds, then microseconds.
  private func fix(_ number: Double, _ call: NodeID, _ tree: Tree) -> Finding.Fix? {
    guard let argument = tree.arguments(call).first, number == number.rounded() else { return nil }
    let unit = number < 60 ? "seconds" : number < 100_000 ? "milliseconds" : "microseconds"
    return Finding.Fix(
      "say the unit", .review, [.init(tree[argument].range, "for: .\(unit)(\(Int(number)))")])
  }
}
