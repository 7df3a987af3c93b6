import IsoldeModel
import IsoldeTree

/// Finds locks that are still held when a task suspends.
struct LockHeldAcrossAwait: Rule {
  static let info = RuleInfo(
    id: "lock-held-across-await", group: .blocking,
    summary: "a lock that threads wait for is held at an await",
    reason: "the task may go on on another thread, or wait for one that waits for the lock",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let held = code.heldLocks
    guard !held.isEmpty else { return }
    var reported: Set<HeldLocks.Holding> = []
    for (index, point) in code.flow.points.enumerated() where point.kind == .suspend {
      guard let holding = held.held(at: index).last(where: { $0.lock.kind == .lock }),
        !isScoped(holding, code.tree), !isReleased(holding, code),
        reported.insert(holding).inserted
      else { continue }
      report.report(
        point.node,
        "'\(LockName.text(holding, code))' is still held when the task suspends here; release it first, "
          + "or use a lock that tasks can wait for",
        notes: [(holding.node, "it is taken here")], confidence: .resolved)
    }
  }

  /// `withLock { await … }` does not compile unless the lock is one for tasks.
  private func isScoped(_ holding: HeldLocks.Holding, _ tree: Tree) -> Bool {
    !tree.closures(holding.node).isEmpty
  }

  /// Whether a method of the same instance that the code calls releases the lock for it.
  private func isReleased(_ holding: HeldLocks.Holding, _ code: CodeContext) -> Bool {
    code.flow.points.contains { point in
      guard point.kind == .call, code.tree.isOnSelf(point.node),
        let callee = code.callee(of: point.node), let other = code.project.code(of: callee)
      else { return false }
      let reader = LockReader(other)
      let isTaken = other.heldLocks.takings.contains { taking in
        other.flow.points[taking.point].body == 0 && taking.holding.lock.path == holding.lock.path
      }
      return !isTaken
        && other.flow.points(of: 0).contains { index in
          other.flow.points[index].kind == .call
            && reader.releasedPath(at: index) == holding.lock.path
        }
    }
  }
}

/// The name of a lock as the source writes it.
enum LockName {
  /// The receiver of the call that took it, or its first argument.
  static func text(_ holding: HeldLocks.Holding, _ code: CodeContext) -> String {
    let tree = code.tree
    if let receiver = tree.receiver(holding.node) { return tree.source(receiver) }
    let argument = tree.arguments(holding.node).first.flatMap { tree.firstChild($0) }
    let text = argument.map { tree.source($0) } ?? tree.name(holding.node)
    return text.hasPrefix("&") ? String(text.dropFirst()) : text
  }
}
