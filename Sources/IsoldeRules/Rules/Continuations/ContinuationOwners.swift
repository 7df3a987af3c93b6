import IsoldeModel
import IsoldeTree

/// Two places that can both resume one continuation.
struct OwnerPair {
  let place: NodeID
  let other: NodeID
  let message: String
}

/// Finds the pairs among the uses of one continuation.
struct ContinuationOwners {
  private let site: ContinuationSite
  private let code: CodeContext
  private let flow: FlowGraph
  private let tree: Tree

  init(_ site: ContinuationSite, _ code: CodeContext) {
    self.site = site
    self.code = code
    flow = code.flow
    tree = code.tree
  }

  // MARK: - A closure, then a resume

  /// A closure that resumes is handed over or stored, and the code behind it resumes as well.
  func closureThenResume() -> [OwnerPair] {
    var found: [OwnerPair] = []
    for closure in site.closures.sorted() where resumesForCertain(closure) {
      let body = flow.bodies[closure]
      for resume in site.resumes where flow.points[resume].body == body.parent {
        guard let deciding = decisions(from: body.creation, to: resume),
          deciding.isEmpty || deciding.contains(where: { runs(closure, $0) })
        else { continue }
        found.append(
          OwnerPair(
            place: flow.points[resume].node, other: body.node,
            message:
              "'\(site.name)' is resumed here although a closure that resumes it can have run; "
              + "let one of them take it first"))
      }
    }
    return found
  }

  /// Whether every way through a closure resumes, and nothing in it says that it is called again.
  private func resumesForCertain(_ closure: Int) -> Bool {
    switch flow.bodies[closure].role {
    case .task, .detachedTask, .callback, .value: break
    case .declaration, .localFunction, .childTask, .cancellationHandler: return false
    }
    if isNamedLocally(closure) { return false }
    let resumes = Set(site.resumes.filter { flow.points[$0].body == closure })
    let search = ContinuationGapSearch(
      code, body: closure, handles: resumes, isInside: { flow.points[$0].body == closure })
    return !resumes.isEmpty && !search.canEnd(from: flow.bodies[closure].entry)
  }

  /// `let finish = { c.resume() }` is not run by anybody else.
  private func isNamedLocally(_ closure: Int) -> Bool {
    tree.parent(flow.bodies[closure].node).map { tree[$0].kind == .binding } ?? false
  }

  /// The conditions that decide on a way between two points; `nil` if there is no way.
  private func decisions(
    from start: FlowGraph.PointID, to end: FlowGraph.PointID
  ) -> [FlowGraph.PointID]? {
    let ways = flow.reachable(from: [start], blockedBy: { $0 == site.start })
    guard ways.contains(end) else { return nil }
    let coming = flow.reaching([end], blockedBy: { $0 == start })
    return flow.points.indices.filter { point in
      let kind = flow.points[point].kind
      return (kind == .assumeTrue || kind == .assumeFalse) && ways.contains(point)
        && coming.contains(point)
    }
  }

  /// Whether what decides is a call of the project that runs the closure, which was stored for it.
  private func runs(_ closure: Int, _ decision: FlowGraph.PointID) -> Bool {
    guard let assignment = tree.parent(flow.bodies[closure].node),
      tree[assignment].kind == .assign, let target = tree.firstChild(assignment),
      tree[target].kind == .member
    else { return false }
    let event = flow.points[decision]
    return flow.points[event.first..<decision].contains { asked in
      guard asked.kind == .call, let callee = code.callee(of: asked.node) else { return false }
      return code.project[callee].fact.effects.calls.contains {
        $0.name == tree.name(target) && $0.receiver == .implicit
      }
    }
  }

  // MARK: - A store, and a resume by the name

  /// The continuation is put where another function resumes it from, and is resumed by its name too.
  func storeThenResume() -> [OwnerPair] {
    var found: [OwnerPair] = []
    for (store, path) in site.stores where flow.points[store].body == site.body {
      guard flow.paths.step(path) == .member, let name = code.memberName(of: path),
        code.property(named: name) != nil, let owner = otherOwner(of: name),
        !isTouched(name, besides: store)
      else { continue }
      for resume in site.resumes where canFollow(resume, store) {
        found.append(
          OwnerPair(
            place: flow.points[resume].node, other: owner,
            message:
              "'\(site.name)' stays in '\(name)', from where it is resumed again; take it out "
              + "before this resume"))
      }
    }
    return found
  }

  private func canFollow(_ resume: FlowGraph.PointID, _ store: FlowGraph.PointID) -> Bool {
    if flow.points[resume].body == site.body { return decisions(from: store, to: resume) == [] }
    let closure = flow.points[resume].body
    return resumesForCertain(closure)
      && (flow.canReach(flow.bodies[closure].creation, from: store)
        || flow.canReach(store, from: flow.bodies[closure].creation))
  }

  /// Where another function of the type resumes what a property holds.
  private func otherOwner(of property: String) -> NodeID? {
    guard let type = code.typeEntry else { return nil }
    for id in type.functions.values.joined() where id != code.function {
      let function = code.project[id]
      guard function.unit == code.unit, function.fact.effects.reads(property) != nil,
        let call = function.fact.effects.calls.first(where: { $0.name == "resume" })
      else { continue }
      return call.node
    }
    return nil
  }

  /// Whether the declaration changes the property anywhere else, as a claim would.
  private func isTouched(_ property: String, besides store: FlowGraph.PointID) -> Bool {
    flow.points.indices.contains { point in
      let event = flow.points[point]
      return event.node != flow.points[store].node && [.read, .write, .modify].contains(event.kind)
        && !(event.kind == .read && tree.contains(flow.points[store].node, event.node))
        && code.memberName(of: event.path) == property
    }
  }

  // MARK: - A timer

  /// A closure that runs after some time resumes, and so does another closure.
  func timers() -> [OwnerPair] {
    let certain = site.closures.sorted().filter(resumesForCertain)
    var found: [OwnerPair] = []
    for timer in certain {
      guard let call = tree.call(takingClosure: flow.bodies[timer].node),
        DelayedWork.isStarted(by: call, tree)
      else { continue }
      for other in certain where other != timer && !stopsTimers(other) {
        guard flow.bodies[other].parent == flow.bodies[timer].parent,
          tree.call(takingClosure: flow.bodies[other].node) != call, meets(timer, other)
        else { continue }
        found.append(
          OwnerPair(
            place: call, other: flow.bodies[other].node,
            message:
              "this timer resumes '\(site.name)' even if it was resumed before; let the first one "
              + "take it"))
      }
    }
    return found
  }

  private func meets(_ one: Int, _ two: Int) -> Bool {
    flow.canReach(flow.bodies[two].creation, from: flow.bodies[one].creation)
      || flow.canReach(flow.bodies[one].creation, from: flow.bodies[two].creation)
  }

  private func stopsTimers(_ closure: Int) -> Bool {
    tree.anyDescendant(of: flow.bodies[closure].node) {
      tree[$0].kind == .call && ["cancel", "invalidate"].contains(tree.name($0))
    }
  }
}
