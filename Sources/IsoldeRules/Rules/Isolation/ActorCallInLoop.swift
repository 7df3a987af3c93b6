import IsoldeModel
import IsoldeTree

/// Finds loops that go to another actor and back at every turn.
struct ActorCallInLoop: Rule {
  static let info = RuleInfo(
    id: "actor-call-in-loop", group: .isolation,
    summary: "a loop goes to another actor and back at every turn",
    reason:
      "each hop costs microseconds, some thirty to the main actor, and lets others in between",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for hop in LoopHop.find(in: code) {
      let function = code.project[hop.callee]
      guard let owner = owner(of: function, hop, code) else { continue }
      report.report(
        code.flow.points[hop.point].node,
        "every turn of this loop goes to \(owner) and back; collect the values and hand them to a "
          + "variant of '\(function.fact.name)' that takes all of them",
        notes: [(hop.loop, "this loop runs elsewhere and suspends for nothing else")],
        confidence: .resolved)
    }
  }

  /// The actor that a call goes to, for a message; `nil` if the loop may run there itself.
  private func owner(of function: FunctionEntry, _ hop: LoopHop, _ code: CodeContext) -> String? {
    switch function.isolation {
    case .mainActor:
      guard let place = code.knownIsolation(at: hop.point), place != .mainActor else { return nil }
      return "the main actor"
    case .actorInstance:
      let tree = code.tree
      guard let receiver = tree.receiver(code.flow.points[hop.point].node),
        tree.name(tree.unwrapped(receiver)) != "self", !isDeclared(receiver, in: hop.loop, code)
      else { return nil }
      return "the actor '\(tree.source(receiver))'"
    default:
      return nil
    }
  }

  /// Whether a path starts with a name of the loop: then every turn goes to another actor.
  private func isDeclared(_ path: NodeID, in loop: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return ([path] + Array(tree.descendants(path))).contains { node in
      guard tree[node].kind == .identifier,
        let local = code.local(named: tree[node].name, at: node)
      else { return false }
      return tree.contains(loop, local.node)
    }
  }
}
