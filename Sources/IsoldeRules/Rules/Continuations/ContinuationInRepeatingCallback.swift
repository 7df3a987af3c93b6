import IsoldeModel
import IsoldeTree

/// Finds a continuation that is resumed from a callback which can come several times.
struct ContinuationInRepeatingCallback: Rule {
  static let info = RuleInfo(
    id: "continuation-in-repeating-callback", group: .continuations,
    summary: "a callback that can be called several times resumes a continuation each time",
    reason: "the second call traps, or corrupts memory if the continuation is unsafe",
    tier: .optIn, triggers: ["resume"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque {
      var reported: Set<Int> = []
      for resume in site.resumes where reported.insert(code.flow.points[resume].body).inserted {
        check(resume, site, code, &report)
      }
    }
    checkDelegate(code, &report)
  }

  // MARK: - Closures

  private func check(
    _ resume: FlowGraph.PointID, _ site: ContinuationSite, _ code: CodeContext,
    _ report: inout Reporter
  ) {
    let flow = code.flow
    var body = flow.points[resume].body
    while body >= 0, body != site.body {
      let closure = flow.bodies[body].node
      if Claim.isMade(in: closure, body: body, code) { return }
      if let source = RepeatingCallback.source(of: closure, code) {
        return report.report(
          flow.points[resume].node,
          "\(source) can call this closure again, and '\(site.name)' must be resumed only once; remove "
            + "the handler first or use an 'AsyncStream'",
          notes: [(site.call, "'\(site.name)' comes from here")], confidence: .resolved)
      }
      body = flow.bodies[body].parent
    }
  }

  // MARK: - Delegates

  /// A delegate method that comes again resumes what is stored and leaves it stored.
  private func checkDelegate(_ code: CodeContext, _ report: inout Reporter) {
    guard let fact = code.functionFact, RepeatingCallback.isDelegateMethod(fact),
      !Claim.isMade(in: code.node, body: 0, code)
    else { return }
    for point in code.flow.points
    where point.kind == .call && code.tree.name(point.node) == "resume" {
      guard let name = code.memberName(of: point.path), let property = code.property(named: name),
        property.fact.isStored, property.fact.type?.unwrapped.isContinuation ?? false,
        !isWritten(name, by: code)
      else { continue }
      report.report(
        point.node,
        "'\(fact.name)' can be called again, and '\(name)' still holds the resumed continuation; set it "
          + "to nil before the resume",
        confidence: .resolved)
    }
  }

  private func isWritten(_ property: String, by code: CodeContext) -> Bool {
    guard let function = code.function else { return true }
    return code.project.effects(of: function).writes.contains { $0.property == property }
  }
}

/// Recognises what makes sure that only one call of a closure goes through.
enum Claim {
  private static let enders: Set<String> = [
    "cancel", "invalidate", "removeObserver", "remove", "dispose", "unsubscribe", "stop", "finish",
    "exchange", "compareExchange", "withLock", "withLockedValue", "removeTimeObserver", "removeTap",
    "suspend", "take", "store",
  ]

  /// Whether a closure changes something outside, asks for it, or ends what calls it.
  static func isMade(in closure: NodeID, body: Int, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let ends = tree.anyDescendant(of: closure) {
      tree[$0].kind == .call
        && (enders.contains(tree.name($0)) || tree.name($0).hasPrefix("stop")
          || tree.name($0).hasPrefix("remove"))
    }
    return ends || code.flow.points(of: body).contains { changesOrAsks($0, body, code) }
  }

  private static func changesOrAsks(
    _ point: FlowGraph.PointID, _ body: Int, _ code: CodeContext
  ) -> Bool {
    let event = code.flow.points[point]
    let isOutside = event.path != .none && code.flow.local(of: event.path)?.body != body
    switch event.kind {
    case .write, .modify: return isOutside
    case .read: return event.flags.contains(.isCondition) && isOutside && !isTypeOrSelf(event, code)
    case .call: return event.flags.contains(.isCondition) && event.path == .none
    default: return false
    }
  }

  /// `guard let self` and `Kind.ready` ask for nothing that a call could have changed.
  private static func isTypeOrSelf(_ event: FlowGraph.Point, _ code: CodeContext) -> Bool {
    if code.flow.paths.step(code.flow.paths.root(event.path)) == .instance,
      code.memberName(of: event.path) == nil
    {
      return true
    }
    return code.memberName(of: event.path)?.first?.isUppercase ?? false
  }
}
