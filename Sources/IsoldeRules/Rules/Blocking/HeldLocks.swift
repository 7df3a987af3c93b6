import IsoldeModel
import IsoldeTree

/// The locks that are held at each point of a declaration, whatever way led there.
///
/// A lock is known by the path under which it is reached. Closures that run under a lock hold it
/// from their first point to their last; a `lock()` holds it on every way until an `unlock()`.
/// Closures that run later start with nothing held.
struct HeldLocks: Sendable {
  /// One lock.
  struct Lock: Hashable, Sendable {
    /// The path from `self`, a local or a global, as text.
    var path: String
    /// The member of `self` or the global that the path starts with, if it does.
    var member: String?
    /// Who waits for it.
    var kind: LockCalls.Kind
  }

  /// A lock and the call that took it.
  struct Holding: Hashable, Sendable {
    var lock: Lock
    var node: NodeID
  }

  /// The calls that take a lock, with the point at which they do.
  private(set) var takings: [(point: FlowGraph.PointID, holding: Holding)] = []
  /// The pairs of `lock()` and `unlock()` held before each point, as bits of `paired`.
  private var states: [UInt64] = []
  private var paired: [Lock] = []
  private var firstTaking: [Lock: NodeID] = [:]
  private var scoped: [NodeID: Holding] = [:]
  private let flow: FlowGraph

  /// Finds the locks of a declaration.
  ///
  /// - Complexity: O(*n*) in the number of points unless locks are taken in loops.
  init(_ code: CodeContext) {
    flow = code.flow
    let reader = LockReader(code)
    var changes: [FlowGraph.PointID: (bit: Int, effect: LockCalls.Effect)] = [:]
    var releases: [(point: FlowGraph.PointID, path: String)] = []
    for (index, point) in flow.points.enumerated() {
      if point.kind == .lock, let lock = reader.scopedLock(at: index) {
        let holding = Holding(lock: lock, node: point.node)
        scoped[point.node] = holding
        takings.append((index, holding))
      } else if point.kind == .call, let path = reader.releasedPath(at: index) {
        releases.append((index, path))
      }
    }
    for (index, point) in flow.points.enumerated() where point.kind == .call {
      guard let lock = reader.takenLock(at: index),
        !reader.isSemaphore(index)
          || releases.contains(where: {
            $0.path == lock.path && flow.points[$0.point].body == point.body
          })
      else { continue }
      let bit = paired.firstIndex(of: lock) ?? paired.count
      guard bit < 63 else { continue }
      if bit == paired.count { paired.append(lock) }
      changes[index] = (bit, .take)
      takings.append((index, Holding(lock: lock, node: point.node)))
      if firstTaking[lock] == nil { firstTaking[lock] = point.node }
    }
    guard !changes.isEmpty else { return }
    for release in releases {
      guard let bit = paired.firstIndex(where: { $0.path == release.path }) else { continue }
      changes[release.point] = (bit, .release)
    }
    solve(changes)
  }

  /// Whether no lock is taken at all.
  var isEmpty: Bool { takings.isEmpty }

  /// The locks held when a point is reached, the outermost first.
  func held(at point: FlowGraph.PointID) -> [Holding] {
    var result: [Holding] = []
    if !states.isEmpty {
      for (bit, lock) in paired.enumerated() where states[point] & (1 << UInt64(bit)) != 0 {
        if let node = firstTaking[lock] { result.append(Holding(lock: lock, node: node)) }
      }
    }
    var inner: [Holding] = []
    for region in flow.regions(around: point) where region.kind == .lockedClosure {
      if let holding = scoped[region.node], flow.points[point].node != region.node {
        inner.append(holding)
      }
    }
    return result + inner.reversed()
  }

  /// What is held before each point on every way from the body's entry.
  private mutating func solve(
    _ changes: [FlowGraph.PointID: (bit: Int, effect: LockCalls.Effect)]
  ) {
    states = [UInt64](repeating: .max, count: flow.points.count)
    var work: [FlowGraph.PointID] = []
    for body in flow.bodies {
      states[body.entry] = 0
      work.append(body.entry)
    }
    while let point = work.popLast() {
      var after = states[point]
      if let (bit, effect) = changes[point] {
        switch effect {
        case .take: after |= 1 << UInt64(bit)
        case .release: after &= ~(1 << UInt64(bit))
        }
      }
      for next in flow.successors(point) where states[next] & after != states[next] {
        states[next] &= after
        work.append(next)
      }
    }
    // What no way reaches holds nothing.
    for index in states.indices where states[index] == .max { states[index] = 0 }
  }
}

extension CodeContext {
  /// The locks that are held at each point.
  var heldLocks: HeldLocks { analysis { HeldLocks($0) } }
}

/// Reads off one point which lock it takes or releases.
struct LockReader {
  private let code: CodeContext
  private let tree: Tree
  private let flow: FlowGraph

  init(_ code: CodeContext) {
    self.code = code
    tree = code.tree
    flow = code.flow
  }

  /// The lock that the closure behind a point runs under.
  func scopedLock(at index: FlowGraph.PointID) -> HeldLocks.Lock? {
    let point = flow.points[index]
    let name = tree.name(point.node)
    if name == "sync" || name == "safeSync" {
      guard !point.flags.contains(.isAwaited), let kind = syncKind(point.node) else { return nil }
      return lock(point.path, of: point.node, kind)
    }
    let kind: LockCalls.Kind = point.flags.contains(.isAwaited) ? .asyncLock : .lock
    if point.path != .none, flow.paths.step(point.path) != .instance {
      return lock(point.path, of: point.node, kind)
    }
    return argumentPath(of: point.node, before: index).flatMap { lock($0, of: point.node, kind) }
  }

  /// The lock that a call takes until another call releases it.
  func takenLock(at index: FlowGraph.PointID) -> HeldLocks.Lock? {
    let point = flow.points[index]
    guard tree[point.node].kind == .call,
      LockCalls.effect(of: tree.name(point.node)) == .take
    else { return nil }
    if LockCalls.isFunction(tree.name(point.node)) {
      guard let path = argumentPath(of: point.node, before: index) else { return nil }
      return lock(path, of: point.node, .lock)
    }
    guard let receiver = tree.receiver(point.node), point.path != .none,
      tree.arguments(point.node).isEmpty,
      let kind = kind(of: receiver, point)
    else { return nil }
    return lock(point.path, of: point.node, kind)
  }

  /// The path of the lock that a call releases, if it is one.
  func releasedPath(at index: FlowGraph.PointID) -> String? {
    let point = flow.points[index]
    guard tree[point.node].kind == .call,
      LockCalls.effect(of: tree.name(point.node)) == .release
    else { return nil }
    let isFunction = LockCalls.isFunction(tree.name(point.node))
    let path = isFunction ? argumentPath(of: point.node, before: index) : point.path
    return path.flatMap { lock($0, of: point.node, .lock)?.path }
  }

  /// Whether a call waits for a semaphore, which is a lock only where it is also signalled.
  func isSemaphore(_ index: FlowGraph.PointID) -> Bool {
    tree.name(flow.points[index].node) == "wait"
  }

  private func kind(of receiver: NodeID, _ point: FlowGraph.Point) -> LockCalls.Kind? {
    let isAwaited = point.flags.contains(.isAwaited)
    if let type = code.type(of: receiver) {
      if isAwaited { return .asyncLock }
      if code.entry(of: type)?.kind == .actorType { return nil }
      if tree.name(point.node) == "wait" {
        return type.unwrapped.lastComponent == "DispatchSemaphore" ? .lock : nil
      }
      return LockLikeTypes.isLock(type) || isOwnLock(type) ? .lock : nil
    }
    guard LockLikeTypes.isLockName(tree.name(tree.unwrapped(receiver))) else { return nil }
    return isAwaited ? .asyncLock : .lock
  }

  /// A class of the project with a pair of synchronous methods.
  private func isOwnLock(_ type: TypeName) -> Bool {
    guard let entry = code.entry(of: type), let take = entry.functions["lock"],
      entry.functions["unlock"] != nil
    else { return false }
    return take.allSatisfy { !code.project[$0].fact.isAsync }
  }

  /// `sync` is what dispatch queues have, and some locks.
  private func syncKind(_ call: NodeID) -> LockCalls.Kind? {
    guard let receiver = tree.receiver(call) else { return nil }
    if let type = code.type(of: receiver) {
      if LockLikeTypes.isQueue(type) { return .queue }
      return LockLikeTypes.isLock(type) || isOwnLock(type) ? .lock : nil
    }
    let name = tree.name(tree.unwrapped(receiver))
    if LockLikeTypes.isLockName(name) { return .lock }
    return name.lowercased().hasSuffix("queue") ? .queue : nil
  }

  /// The path of the first argument: `&mutex`, `pointer`, `self`.
  private func argumentPath(
    of call: NodeID, before index: FlowGraph.PointID
  ) -> PathID? {
    guard let argument = tree.arguments(call).first, let value = tree.firstChild(argument) else {
      return nil
    }
    for candidate in stride(from: index - 1, through: max(0, flow.points[index].first), by: -1) {
      let point = flow.points[candidate]
      if tree.contains(value, point.node), point.path != .none,
        point.kind == .modify || point.kind == .read
      {
        return point.path
      }
    }
    return nil
  }

  private func lock(_ path: PathID, of call: NodeID, _ kind: LockCalls.Kind) -> HeldLocks.Lock? {
    guard path != .none else { return nil }
    var text = ""
    for step in flow.originSteps(of: path) {
      switch flow.paths.step(step) {
      case .instance: text += "self"
      case .member, .field: text += "." + tree.names[Int(flow.paths.name(step))]
      case .local: text += "#\(flow.paths.name(step))"
      case .element: text += "[\(flow.paths.key(step).map { tree.source($0) } ?? "")]"
      case .temporary: return nil
      }
    }
    return HeldLocks.Lock(path: text, member: code.memberName(of: path), kind: kind)
  }
}
