import IsoldeModel
import IsoldeTree

/// Finds endless tasks that are stored in a property and that nothing cancels with their owner.
struct StoredTaskNeverCancelled: Rule {
  static let info = RuleInfo(
    id: "stored-task-never-cancelled", group: .tasks,
    summary: "a stored task runs an endless loop, and nothing cancels it when its owner goes away",
    reason: "the loop goes on, with what it uses, after the owner is gone",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard case .assigned(let target) = site.handle(in: file),
        let code = file.code(around: site.call), let type = code.typeEntry, type.isReference,
        code.functionFact?.isStatic != true,
        !SelfUse.livesForTheProcess(type, file.project), !holdsSelf(site.closure, code),
        let property = TaskProperty(target: target, in: code, file: file), !property.isObserved,
        property.others.isEmpty, property.stops(tree).isEmpty,
        property.cancelInDeinit(tree) == nil,
        let loop = LongLoop.all(in: site.closure, code).first(where: { outlives($0, site, code) })
      else { continue }
      let name = property.entry.fact.name
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "nothing cancels '\(name)' when this '\(type.name)' goes away, and its loop does not end by "
          + "itself; cancel it in 'deinit'",
        notes: [
          (loop.node, "this loop goes on without its owner"),
          (property.entry.fact.node, "the task is kept here"),
        ], confidence: .resolved)
    }
  }

  /// Whether the task keeps its owner alive: then the owner does not go away.
  private func holdsSelf(_ closure: NodeID, _ code: CodeContext) -> Bool {
    guard SelfUse.capture(closure, code.tree) != .weak else { return false }
    return SelfUse.first(in: closure, code) != nil
  }

  private func outlives(_ loop: LongLoop, _ site: TaskSite, _ code: CodeContext) -> Bool {
    guard !loop.exits.leaves, !loop.exits.endsWithOwner, !loop.exits.canFail,
      StrongBinding(before: loop.node, in: site.closure, code.tree) == nil
    else { return false }
    switch loop.end {
    case .never: return true
    case .producer: return !isOwn(loop.node, code)
    case .finite, .unknown: return false
    }
  }

  /// Whether the sequence comes from a property, whose end may come with the owner's.
  private func isOwn(_ loop: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let sequence = tree.child(loop, at: 1) else { return true }
    var roots = [sequence] + Array(tree.descendants(sequence))
    var seen = 0
    while let node = roots.popLast(), seen < 200 {
      seen += 1
      guard tree[node].kind == .identifier || tree[node].kind == .member else { continue }
      if tree[node].kind == .identifier, let local = code.local(named: tree[node].name, at: node) {
        if let value = local.value { roots += [value] + Array(tree.descendants(value)) }
      } else if code.property(named: tree.name(node)) != nil {
        return true
      }
    }
    return false
  }
}
