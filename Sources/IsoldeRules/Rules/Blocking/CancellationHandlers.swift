import IsoldeModel
import IsoldeTree

/// The closures of a project that run when a task is cancelled or a stream ends, and the locks that
/// they take.
///
/// Such a closure runs on the thread that cancels, resumes or finishes, while the runtime holds a
/// lock of the task or stream.
struct CancellationHandlers: Sendable {
  /// A handler that takes a lock: where both stand.
  struct Taking: Sendable {
    var unit: Int
    var handler: Range<Int>
    var taking: Range<Int>
    /// Whether cancellation runs it; otherwise the end of a stream does.
    var isOnCancel: Bool
  }

  /// A lock that is a member of a type.
  private struct MemberLock: Hashable {
    var type: Int
    var path: String
  }

  private var members: [MemberLock: Taking] = [:]

  /// Looks at every handler of a project.
  ///
  /// - Complexity: O(*n*) in the size of the functions that have a handler.
  init(_ project: Project) {
    for id in project.functionIDs {
      let function = project[id]
      let tree = project.units[function.unit].tree
      guard !tree.isSkeleton, Self.names.contains(where: { tree.nameID($0) != nil }),
        tree.anyDescendant(of: function.fact.node, where: { Self.startsHandler($0, tree) }),
        let code = project.code(of: id)
      else { continue }
      for body in code.flow.bodies.indices where Self.isHandler(body, code) {
        let range = Self.range(of: body, code)
        let found = Taking(
          unit: code.unit, handler: range, taking: range,
          isOnCancel: code.flow.bodies[body].role == .cancellationHandler)
        collect(body, code, found, depth: 0)
      }
    }
  }

  /// The handler that takes a lock which a declaration holds, if there is one.
  static func taking(_ lock: HeldLocks.Lock, in code: CodeContext) -> Taking? {
    guard lock.member != nil, let type = code.type else { return localTaking(lock, code) }
    let known = code.project.analysis { CancellationHandlers($0) }
    return known.members[MemberLock(type: type.index, path: lock.path)]
  }

  /// Whether a body is a handler.
  static func isHandler(_ body: Int, _ code: CodeContext) -> Bool {
    if code.flow.bodies[body].role == .cancellationHandler { return true }
    let tree = code.tree
    guard code.flow.bodies[body].role == .value,
      let parent = tree.parent(code.flow.bodies[body].node), tree[parent].kind == .assign,
      let target = tree.firstChild(parent)
    else { return false }
    return names.contains(tree.name(target))
  }

  /// Whether a body is a handler or part of one.
  static func contain(_ body: Int, _ code: CodeContext) -> Bool {
    var current = body
    while current >= 0 {
      if isHandler(current, code) { return true }
      current = code.flow.bodies[current].parent
    }
    return false
  }

  private static let names = ["onCancel", "onTermination"]

  private static func startsHandler(_ node: NodeID, _ tree: Tree) -> Bool {
    switch tree[node].kind {
    case .argument: tree.label(node) == "onCancel"
    case .member: tree.name(node) == "onTermination"
    default: false
    }
  }

  private static func range(of body: Int, _ code: CodeContext) -> Range<Int> {
    code.tree[code.flow.bodies[body].node].range
  }

  // MARK: - Locks that a handler takes

  private static func localTaking(_ lock: HeldLocks.Lock, _ code: CodeContext) -> Taking? {
    for body in code.flow.bodies.indices where isHandler(body, code) {
      for taking in code.heldLocks.takings
      where code.flow.points[taking.point].body == body && taking.holding.lock.path == lock.path {
        return Taking(
          unit: code.unit, handler: range(of: body, code),
          taking: code.tree[taking.holding.node].range,
          isOnCancel: code.flow.bodies[body].role == .cancellationHandler)
      }
    }
    return nil
  }

  /// Adds the member locks that a body takes, itself or in what it calls at once.
  private mutating func collect(
    _ body: Int, _ code: CodeContext, _ found: Taking, depth: Int
  ) {
    for taking in code.heldLocks.takings where code.flow.points[taking.point].body == body {
      let lock = taking.holding.lock
      guard lock.member != nil, lock.kind != .asyncLock, let type = code.type else { continue }
      var found = found
      if depth == 0 { found.taking = code.tree[taking.holding.node].range }
      let key = MemberLock(type: type.index, path: lock.path)
      if members[key] == nil || found.isOnCancel { members[key] = found }
    }
    guard depth < 3 else { return }
    for index in code.flow.points(of: body) where code.flow.points[index].kind == .call {
      let node = code.flow.points[index].node
      guard let callee = code.callee(of: node), !code.project[callee].fact.isAsync,
        let other = code.project.code(of: callee)
      else { continue }
      var found = found
      if depth == 0 { found.taking = code.tree[node].range }
      collect(0, other, found, depth: depth + 1)
    }
  }
}
