import IsoldeModel
import IsoldeTree

/// Finds events that are each handed to an actor by a task of their own.
struct TaskOrderAssumed: Rule {
  static let info = RuleInfo(
    id: "task-order-assumed", group: .tasks,
    summary: "events are handed to an actor by a new task each, and so in no order",
    reason: "tasks that start one after the other can reach the actor in any order",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    var earlier: [Forward] = []
    for site in TaskSite.all(in: file) where site.isDiscarded(in: file) {
      guard let code = file.code(around: site.call), let forward = Forward(site, code, file),
        tree.comments(about: tree.statement(around: site.call)).isEmpty
      else { continue }
      let callee = tree.firstChild(site.call) ?? site.call
      if let first = earlier.last(where: { $0.precedes(forward, tree) }) {
        report.report(
          callee,
          "'\(forward.method)' may be called here before the task on line \(tree.line(first.call)) calls it; "
            + "make both calls in one task",
          notes: [(first.call, "this task need not run first")], confidence: .resolved)
      } else if let parameter = forward.parameter {
        report.report(
          callee,
          "each call starts a task of its own, so '\(tree.name(parameter))' can reach "
            + "'\(forward.method)' in another order; send it through one stream",
          notes: [(parameter, "this came with the call")], confidence: .resolved)
      }
      earlier.append(forward)
    }
  }
}

/// A task that does nothing but call a method of an actor.
private struct Forward {
  /// The call of `Task`.
  let call: NodeID
  /// The method that it calls.
  let method: String
  /// The forwarded parameter of the function around the task, if that is synchronous.
  let parameter: NodeID?
  private let receiver: String
  private let block: NodeID

  init?(_ site: TaskSite, _ code: CodeContext, _ file: FileContext) {
    let tree = code.tree
    let statements = tree.statements(site.closure).filter { statement in
      tree[statement].kind != .guardStmt
        || !tree.children(statement).contains { SelfUse.bindsSelf($0, tree) }
    }
    guard statements.count == 1, case let call = tree.unwrapped(statements[0]),
      tree[call].kind == .call,
      tree.anyDescendant(of: site.closure, where: { tree[$0].kind == .awaitExpr }),
      tree.attributes(site.closure).isEmpty, Forward.isActor(call, code),
      Forward.leavesOrder(site, code),
      let block = tree.parent(tree.statement(around: site.call))
    else { return nil }
    self.call = site.call
    method = tree.name(call)
    receiver = tree.receiver(call).map { tree.source($0) } ?? ""
    self.block = block
    parameter = Forward.parameter(in: call, site, code)
  }

  /// Whether this task stands before another one, both calling the same method of the same actor.
  func precedes(_ other: Forward, _ tree: Tree) -> Bool {
    block == other.block && method == other.method && receiver == other.receiver
  }

  /// Whether a call is made on an actor of the project, other than the one the code runs on.
  private static func isActor(_ call: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let base = tree.receiver(call) else { return code.typeEntry?.kind == .actorType }
    if tree.name(tree.unwrapped(base)) == "self" { return code.typeEntry?.kind == .actorType }
    return code.entry(of: base)?.kind == .actorType
  }

  /// Tasks that start on one actor begin there in order; only those from nowhere do not.
  private static func leavesOrder(_ site: TaskSite, _ code: CodeContext) -> Bool {
    guard let body = code.flow.body(of: site.closure) else { return false }
    switch code.flow.bodies[body].isolation {
    case .nonisolated, .concurrent: return true
    case .actorInstance, .globalActor, .unknown: return false
    }
  }

  private static func parameter(in call: NodeID, _ site: TaskSite, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    guard let fact = code.functionFact, fact.kind == .function, !fact.isAsync,
      isEvent(tree.name(call)),
      let body = code.flow.body(of: site.closure), code.flow.bodies[body].parent == 0
    else { return nil }
    let names = Set(fact.parameters.filter { !$0.type.isFunction }.map(\.name))
    for argument in tree.arguments(call) {
      guard let value = tree.value(ofArgument: argument), tree[value].kind == .identifier,
        names.contains(tree.name(value))
      else { continue }
      return value
    }
    return nil
  }

  private static func isEvent(_ name: String) -> Bool {
    let verbs = [
      "append", "add", "send", "log", "record", "write", "enqueue", "push", "emit", "notify",
      "note",
      "handle", "process", "receive", "yield", "track", "insert", "update", "set", "store", "post",
      "publish", "did", "on", "apply", "ingest", "accept", "submit", "deliver", "save", "put",
      "report",
    ]
    return verbs.contains { verb in
      guard name.hasPrefix(verb) else { return false }
      let rest = name.dropFirst(verb.count)
      return rest.isEmpty || rest.first?.isUppercase == true
    }
  }
}
