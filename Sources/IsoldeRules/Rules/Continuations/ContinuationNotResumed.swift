import IsoldeModel
import IsoldeTree

/// Finds ways through a continuation's closure that never resume it.
struct ContinuationNotResumed: Rule {
  static let info = RuleInfo(
    id: "continuation-not-resumed", group: .continuations,
    summary: "a way through the code ends without resuming the continuation",
    reason: "the task that waits for it is suspended for ever",
    tier: .warning, triggers: ContinuationSite.makers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in ContinuationSite.all(in: code) where !site.isOpaque {
      checkClosure(of: site, code, &report)
      for body in site.closures.sorted() { checkBody(body, site, code, &report) }
    }
  }

  // MARK: - The closure itself

  private func checkClosure(
    of site: ContinuationSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let search = ContinuationGapSearch(
      code, body: site.body, handles: site.handles(in: site.body, code.flow),
      isInside: { site.contains($0, code.flow) })
    guard search.canHandle(from: site.start) else {
      // A name that is left out says that the wait is meant to last.
      guard site.name != "_" else { return }
      return report.report(
        site.call, "'\(site.name)' is never resumed; the task waits for ever", confidence: .resolved
      )
    }
    for gap in search.gaps(from: site.start) where !isCorrelated(gap, site, code) {
      note(gap, site, code, &report)
    }
    for gap in AbandonedStore(site, code).gaps() { note(gap, site, code, &report) }
    checkChains(in: site.body, from: site.start, search, site, code, &report)
  }

  /// Whether a condition can know what was done to the continuation: its outcome depends on a
  /// variable, or the continuation was stored under a lock whose result is looked at now.
  private func isCorrelated(
    _ gap: ContinuationGap, _ site: ContinuationSite, _ code: CodeContext
  ) -> Bool {
    let flow = code.flow
    let nested = site.handles(in: site.body, flow).filter { flow.points[$0].region != site.region }
    let isInNested = { (point: FlowGraph.PointID) in
      flow.regions(around: point).prefix { $0.node != site.call }.contains {
        [.lockedClosure, .inlineClosure, .elementClosure, .actorClosure].contains($0.kind)
      }
    }
    if nested.contains(where: isInNested), !isInNested(gap.point) { return true }
    return asksAgain(gap.point, site, code)
  }

  /// Whether a condition asks for a local that can change, or that an earlier condition asked for.
  private func asksAgain(
    _ point: FlowGraph.PointID, _ site: ContinuationSite, _ code: CodeContext
  ) -> Bool {
    let flow = code.flow
    let event = flow.points[point]
    return flow.points[event.first..<point].contains { read in
      guard read.kind == .read, let local = flow.local(of: read.path) else { return false }
      if local.kind == .variable { return true }
      return flow.points[site.start..<event.first].contains {
        $0.flags.contains(.isCondition) && $0.kind == .read && $0.path == read.path
      }
    }
  }

  // MARK: - Closures inside it

  private func checkBody(
    _ body: Int, _ site: ContinuationSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let ownership = ContinuationOwnership(of: body, site, code)
    guard ownership != .shared else { return }
    let search = ContinuationGapSearch(
      code, body: body, handles: site.handles(in: body, flow),
      isInside: { flow.points[$0].body == body })
    // What comes again can wait for the value that fits.
    let comesAgain = RepeatingCallback.mayComeAgain(flow.bodies[body].node, code)
    for gap in search.gaps(from: flow.bodies[body].entry) {
      let isReported =
        WeakSelf.isBinding(flow.points[gap.point].node, code.tree) || ownership == .task
        || ownership == .callback && !comesAgain
          && CallbackDecision.isAboutTheResult(gap.point, code)
      if isReported { note(gap, site, code, &report) }
    }
    guard ownership != .partial else { return }
    checkChains(in: body, from: flow.bodies[body].entry, search, site, code, &report)
  }

  /// `worker?.start { … }`: without a worker the closure that resumes is never made.
  private func checkChains(
    in body: Int, from start: FlowGraph.PointID, _ search: ContinuationGapSearch,
    _ site: ContinuationSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let tree = code.tree
    for point in flow.points(of: body) {
      guard let closure = site.closure(createdAt: point, flow),
        let call = tree.call(takingClosure: flow.bodies[closure].node), tree.isDiscarded(call),
        let optional = OptionalReceiver.find(of: call, tree),
        search.canCome(to: point, from: start),
        search.canEnd(from: point), !isKnown(optional, at: point, site, code)
      else { continue }
      report.report(
        call,
        "if '\(tree.source(optional))' is nil, '\(site.name)' is never resumed; the task waits for ever",
        notes: [(site.call, "'\(site.name)' comes from here")], confidence: .resolved)
    }
  }

  /// Whether an optional is there for certain: it was just set, or it is a `self` that waits.
  private func isKnown(
    _ optional: NodeID, at point: FlowGraph.PointID, _ site: ContinuationSite, _ code: CodeContext
  ) -> Bool {
    let tree = code.tree
    if tree.name(optional) == "self" { return !WeakSelf.canGo(during: site.call, tree) }
    let text = tree.source(optional)
    return code.flow.points[..<point].contains { event in
      event.kind == .write
        && tree.firstChild(event.node).map { tree.source($0) == text } ?? false
    }
  }

  // MARK: - Reporting

  private func note(
    _ gap: ContinuationGap, _ site: ContinuationSite, _ code: CodeContext,
    _ report: inout Reporter
  ) {
    let decision = code.flow.points[gap.point]
    if WeakSelf.isBinding(decision.node, code.tree), !WeakSelf.canGo(during: site.call, code.tree) {
      return
    }
    let created = (site.call, "'\(site.name)' comes from here")
    if gap.cause == .error {
      return report.report(
        decision.node,
        "an error here ends the closure before '\(site.name)' is resumed; catch it and resume with it",
        notes: [created], confidence: .resolved)
    }
    let place = gap.leaving ?? decision.node
    let what: String
    if WeakSelf.isBinding(decision.node, code.tree) {
      what = "if 'self' is gone, '\(site.name)' is never resumed; resume it before leaving"
    } else if gap.leaving != nil {
      what = "this 'return' leaves '\(site.name)' unresumed; the task waits for ever"
    } else if decision.kind == .assumeTrue {
      what = "'\(site.name)' is not resumed here; the task waits for ever"
    } else {
      what = "'\(site.name)' is not resumed when this does not hold; the task waits for ever"
    }
    let decided = gap.leaving == nil ? [] : [(decision.node, "this decides")]
    report.report(place, what, notes: decided + [created], confidence: .resolved)
  }
}
