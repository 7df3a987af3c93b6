import IsoldeModel
import IsoldeTree

/// Finds producers that nobody stops when the consumer of their stream is gone.
struct AsyncStreamMissingOnTermination: Rule {
  static let info = RuleInfo(
    id: "asyncstream-missing-on-termination", group: .streams,
    summary: "a stream starts work without an onTermination that stops it",
    reason: "the work goes on after the consumer has left, and what it yields is thrown away",
    tier: .warning, triggers: StreamSite.triggers)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for site in StreamSite.all(in: code) where !site.handlesTermination && !site.uses.isOpaque {
      if !site.escapes, !lastsForEver(code) { checkProducers(of: site, code, &report) }
      checkTable(of: site, code, &report)
    }
  }

  /// A global or static value lives as long as the process, and so may its producer.
  private func lastsForEver(_ code: CodeContext) -> Bool {
    guard code.function == nil else { return false }
    return code.type == nil
      || code.tree.ancestor(code.node, .varDecl).map { code.tree[$0].flags.contains(.isStatic) }
        ?? false
  }

  // MARK: - Producers

  private func checkProducers(
    of site: StreamSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    let tree = code.tree
    for body in site.uses.bodies.sorted() where yields(in: body, site, flow) {
      let closure = flow.bodies[body].node
      guard let call = tree.call(takingClosure: closure), tree.isDiscarded(call) else { continue }
      switch flow.bodies[body].role {
      case .task, .detachedTask:
        guard goesOn(body, site, code) else { continue }
        report.report(
          call,
          "nothing cancels this task when the consumer of the stream is gone; keep it and cancel "
            + "it in 'onTermination'",
          notes: [(site.call, "this stream has no 'onTermination'")], confidence: .resolved)
      case .callback:
        // What has an end of its own, such as a dispatch source, is ended by its owner.
        guard site.uses.calls(of: "finish").isEmpty, tree.name(call) != "setEventHandler",
          let source = RepeatingCallback.source(of: closure, code)
        else { continue }
        report.report(
          call,
          "\(source) goes on when the consumer of the stream is gone; keep its token and end it in "
            + "'onTermination'",
          notes: [(site.call, "this stream has no 'onTermination'")], confidence: .resolved)
      default: continue
      }
    }
  }

  private func yields(in body: Int, _ site: StreamSite, _ flow: FlowGraph) -> Bool {
    site.uses.calls(of: "yield").contains { flow.points[$0].body == body }
  }

  /// Whether a task yields in a loop that waits, and does not look at what `yield` answers.
  ///
  /// A `for` over a collection does not count: it comes to an end by itself.
  private func goesOn(_ body: Int, _ site: StreamSite, _ code: CodeContext) -> Bool {
    let flow = code.flow
    let own = site.uses.calls(of: "yield").filter { flow.points[$0].body == body }
    guard own.allSatisfy({ code.tree.isDiscarded(flow.points[$0].node) }) else { return false }
    return own.contains { point in
      flow.regions(around: point).contains { loop in
        guard loop.kind == .loop, !isBounded(loop.node, code.tree) else { return false }
        return flow.points.indices.contains {
          flow.points[$0].kind == .suspend && flow.points[$0].body == body
            && flow.regions(around: $0).contains { $0.node == loop.node }
        }
      }
    }
  }

  private func isBounded(_ loop: NodeID, _ tree: Tree) -> Bool {
    tree[loop].kind == .forStmt && !tree[loop].flags.contains(.isAwait)
  }

  // MARK: - Tables

  /// A continuation is added to a collection from which no consumer is ever removed.
  private func checkTable(
    of site: StreamSite, _ code: CodeContext, _ report: inout Reporter
  ) {
    let flow = code.flow
    for (store, path) in site.uses.stores {
      guard let name = code.memberName(of: path), let property = code.property(named: name),
        let type = property.fact.type?.unwrapped, let element = type.element,
        element.unwrapped.isStreamContinuation, property.fact.isPrivate,
        !isKeyedByCaller(flow.points[store].node, code), !isShrunk(name, store, code)
      else { continue }
      report.report(
        flow.points[store].node,
        "'\(name)' keeps this continuation after its consumer is gone; remove it in 'onTermination'",
        notes: [(site.call, "this stream has no 'onTermination'")], confidence: .resolved)
    }
  }

  /// Whether the caller names the entry: the next consumer of the same name takes its place.
  private func isKeyedByCaller(_ store: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree[store].kind == .assign, let target = tree.firstChild(store),
      tree[target].kind == .subscriptExpr
    else { return false }
    return tree.anyDescendant(of: target) {
      tree[$0].kind == .identifier
        && code.local(named: tree[$0].name, at: $0)?.kind == .parameter
    }
  }

  /// Whether something takes single elements out of a collection.
  private func isShrunk(_ name: String, _ store: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    guard let type = code.typeEntry else { return true }
    let own = code.flow.points[store].node
    for part in type.parts {
      let tree = code.project.units[part.unit].tree
      guard let id = tree.nameID(name) else { continue }
      for index in tree.nodes.indices
      where tree.nodes[index].name == id && takesOut(NodeID(index), except: own, tree) {
        return true
      }
    }
    return false
  }

  private func takesOut(_ node: NodeID, except own: NodeID, _ tree: Tree) -> Bool {
    guard tree[node].kind == .identifier || tree[node].kind == .member else { return false }
    var current = tree.marked(node)
    while let parent = tree.parent(current) {
      switch tree[parent].kind {
      case .member:
        guard let call = tree.parent(parent), tree[call].kind == .call else { return false }
        return tree.name(call).hasPrefix("remove") && !tree.arguments(call).isEmpty
          || tree.name(call).hasPrefix("pop")
      case .subscriptExpr where tree.firstChild(parent) == current:
        current = tree.marked(parent)
      case .assign:
        guard parent != own, tree.firstChild(parent) == current, let value = tree.lastChild(parent)
        else {
          return false
        }
        switch tree[value].kind {
        case .arrayExpr, .dictionaryExpr: return tree.firstChild(value) != nil
        default: return true
        }
      case .inoutExpr: return true
      default: return false
      }
    }
    return false
  }
}
