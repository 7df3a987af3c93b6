import IsoldeModel
import IsoldeTree

/// Finds an `onCancel:` that resumes a continuation which a callback resumes by its name.
struct CancellationOwner {
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

  func find() -> OwnerPair? {
    guard let handler = handler(), let holder = holder(),
      let resume = resume(in: handler, from: holder)
    else { return nil }
    for callback in site.closures.sorted() where !mentions(holder, in: flow.bodies[callback].node) {
      let own = site.resumes.filter { flow.points[$0].body == callback }
      guard let first = own.first, isUnclaimed(callback) else { continue }
      return OwnerPair(
        place: resume, other: flow.points[first].node,
        message:
          "cancellation resumes '\(site.name)' even if the callback has resumed it; let the first "
          + "one take it out of '\(holder)'")
    }
    return nil
  }

  /// The `onCancel:` closure of the handler around the continuation.
  private func handler() -> NodeID? {
    for node in tree.ancestors(site.call) {
      switch tree[node].kind {
      case .call where tree.name(node) == "withTaskCancellationHandler":
        return tree.argument(node, labelled: "onCancel")
      case .funcDecl, .typeDecl: return nil
      default: continue
      }
    }
    return nil
  }

  /// The name of the variable or property that the continuation is stored under.
  private func holder() -> String? {
    for (_, path) in site.stores {
      guard
        let first = flow.originSteps(of: path).first(where: { flow.paths.step($0) != .instance })
      else { continue }
      let name = flow.paths.name(first)
      return flow.paths.step(first) == .local
        ? tree.names[Int(flow.locals[Int(name)].name)] : tree.names[Int(name)]
    }
    return nil
  }

  private func mentions(_ name: String, in node: NodeID) -> Bool {
    tree.anyDescendant(of: node) {
      [.identifier, .member].contains(tree[$0].kind) && tree.name($0) == name
    }
  }

  /// A resume in the handler whose continuation comes from the holder and is not taken out of it.
  private func resume(in handler: NodeID, from holder: String) -> NodeID? {
    guard mentions(holder, in: handler) else { return nil }
    return tree.firstDescendant(of: handler) { tree[$0].kind == .call && tree.name($0) == "resume" }
  }

  private func isUnclaimed(_ callback: Int) -> Bool {
    let points = flow.points(of: callback)
    return !points.contains { point in
      let event = flow.points[point]
      switch event.kind {
      case .assumeTrue, .assumeFalse: return !CallbackDecision.isAboutTheResult(point, code)
      case .write, .modify: return flow.local(of: event.path)?.body != callback
      default: return false
      }
    }
  }
}
