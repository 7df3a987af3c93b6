import IsoldeModel
import IsoldeTree

/// Finds loops that do nothing but yield, or sleep for an instant, until something is true.
struct YieldSpinLoop: Rule {
  static let info = RuleInfo(
    id: "yield-spin-loop", group: .blocking,
    summary: "a loop polls a condition and only yields in between",
    reason: "the loop keeps a thread of the pool busy and can starve the work that it waits for",
    tier: .optIn, triggers: ["yield", "sleep"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for name in ["yield", "sleep"] {
      for call in file.calls(named: name) {
        guard let pause = Pause(call, tree), let loop = loop(around: call, tree),
          let condition = condition(of: loop, tree)
        else { continue }
        let what = tree.source(condition).split(separator: "\n").first.map(String.init) ?? ""
        let problem =
          pause == .yield
          ? "this loop spins on '\(what)'" : "this loop looks at '\(what)' every few milliseconds"
        report.report(
          call, problem + "; wait for a continuation or a stream that the change resumes",
          notes: [(loop, "nothing else happens in the loop")])
      }
    }
  }

  /// What a loop does between two looks at its condition.
  private enum Pause {
    case yield, instant

    init?(_ call: NodeID, _ tree: Tree) {
      guard tree.receiverName(call) == "Task" else { return nil }
      if tree.name(call) == "yield" {
        self = .yield
      } else if ShortSleep.isInstant(call, tree) {
        self = .instant
      } else {
        return nil
      }
    }
  }

  /// The loop whose body is nothing but a pause, apart from looks at cancellation.
  private func loop(around call: NodeID, _ tree: Tree) -> NodeID? {
    let statement = tree.statement(around: call)
    guard tree.marked(call) == statement || tree.isDiscarded(call),
      let block = tree.parent(statement), tree[block].kind == .block,
      let loop = tree.parent(block), tree[loop].kind == .whileStmt || tree[loop].kind == .repeatStmt
    else { return nil }
    let isIdle = tree.children(block).allSatisfy {
      $0 == statement || looksAtCancellation($0, tree)
    }
    return isIdle ? loop : nil
  }

  private func looksAtCancellation(_ statement: NodeID, _ tree: Tree) -> Bool {
    let inner = tree.unwrapped(statement)
    if tree[inner].kind == .call { return tree.name(inner) == "checkCancellation" }
    guard tree[statement].kind == .ifStmt || tree[statement].kind == .guardStmt else {
      return false
    }
    return tree.children(statement).allSatisfy { child in
      guard tree[child].kind == .condition else { return true }
      return tree.anyDescendant(of: child) { tree.name($0) == "isCancelled" }
    }
  }

  /// The state that a loop waits for; `nil` if it waits for time or for its own end only.
  private func condition(of loop: NodeID, _ tree: Tree) -> NodeID? {
    let conditions =
      tree[loop].kind == .whileStmt
      ? tree.children(loop).filter { tree[$0].kind == .condition }
      : tree.lastChild(loop).map { [$0] } ?? []
    return conditions.first { condition in
      let names = ([condition] + tree.descendants(condition)).compactMap { node -> String? in
        switch tree[node].kind {
        case .identifier, .member, .call: tree.name(node)
        default: nil
        }
      }
      return names.contains { !Self.clockNames.contains($0) }
    }
  }

  private static let clockNames: Set<String> = [
    "Task", "isCancelled", "Date", "now", "deadline", "clock", "ContinuousClock", "SuspendingClock",
    "self", "timeIntervalSince", "timeIntervalSinceNow", "true", "start", "startTime", "timeout",
  ]
}

/// Sleeps that are too short for anything to happen.
enum ShortSleep {
  /// Whether a call of `Task.sleep` lasts less than ten milliseconds.
  static func isInstant(_ call: NodeID, _ tree: Tree) -> Bool {
    if let nanoseconds = tree.argument(call, labelled: "nanoseconds") {
      return number(nanoseconds, tree).map { $0 < 10_000_000 } ?? false
    }
    let duration = tree.argument(call, labelled: "for") ?? tree.positionalArguments(call).first
    guard let duration, tree[duration].kind == .call,
      let amount = tree.positionalArguments(duration).first, let value = number(amount, tree)
    else { return false }
    switch tree.name(duration) {
    case "milliseconds": return value < 10
    case "microseconds": return value < 10_000
    case "nanoseconds": return value < 10_000_000
    default: return false
    }
  }

  private static func number(_ node: NodeID, _ tree: Tree) -> Int? {
    guard tree[node].kind == .literal, tree[node].detail == .integer else { return nil }
    return Int(tree.name(node).filter { $0 != "_" })
  }
}
