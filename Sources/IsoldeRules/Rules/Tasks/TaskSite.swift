import IsoldeModel
import IsoldeTree

/// A place that starts an unstructured task.
struct TaskSite: Sendable {
  /// The call of `Task`, or of a static function of it.
  let call: NodeID
  /// The closure that the task runs.
  let closure: NodeID
  /// Whether the task takes nothing over from where it starts: `Task.detached`.
  let isDetached: Bool

  /// The places in a file, in source order.
  static func all(in file: FileContext) -> [TaskSite] {
    var calls = file.calls(named: "Task")
    for name in ["init", "detached", "immediate", "immediateDetached"] {
      calls += file.calls(named: name)
    }
    return calls.compactMap { TaskSite($0, in: file.tree) }.sorted { $0.call < $1.call }
  }

  /// The task that a call starts, if it does.
  init?(_ call: NodeID, in tree: Tree) {
    let name = tree.name(call)
    guard Self.startsTask(call, named: name, tree), let closure = tree.closures(call).last,
      tree.arguments(call).allSatisfy({ Self.labels.contains(tree.label($0)) })
    else { return nil }
    self.call = call
    self.closure = closure
    isDetached = name == "detached" || name == "immediateDetached"
  }

  /// The labels of the standard library; a project's own initializers can do anything.
  private static let labels: Set<String> = [
    "", "priority", "name", "executorPreference", "operation", "startSynchronouslyOn", "on",
  ]

  private static func startsTask(_ call: NodeID, named name: String, _ tree: Tree) -> Bool {
    guard name == "init" else { return tree.isTaskCreation(call) }
    guard let base = tree.receiver(call) else { return false }
    return tree.name(tree.unwrapped(base)) == "Task"
  }
}

extension TaskSite {
  /// What becomes of the task's handle.
  enum Handle: Sendable {
    /// Nobody gets it: the call is a statement.
    case discarded
    /// It is thrown away in so many words: `_ = Task { … }`.
    case dropped
    /// It is assigned to an expression.
    case assigned(NodeID)
    /// It is the first value of a local or a property; the node is the `binding`.
    case bound(NodeID)
    /// Its value is asked for at once: `Task { … }.value`; the node is the member.
    case awaited(NodeID)
    /// It goes somewhere else: returned, passed on, stored.
    case used
  }

  /// What becomes of the task's handle.
  func handle(in file: FileContext) -> Handle { Self.handle(of: call, in: file, depth: 0) }

  /// The call that wraps the handle in an object that cancels the task when it is released.
  func cancellable(_ tree: Tree) -> NodeID? {
    guard let member = tree.parent(tree.marked(call)), tree[member].kind == .member,
      Self.wrappers.contains(tree.name(member)), let wrapper = tree.parent(member),
      tree[wrapper].kind == .call
    else { return nil }
    return wrapper
  }

  /// What becomes of the object that `cancellable` makes.
  static func handle(ofWrapper wrapper: NodeID, in file: FileContext) -> Handle {
    handle(of: wrapper, in: file, depth: 0)
  }

  private static let wrappers: Set<String> = [
    "cancellable", "asCancellable", "asAnyCancellable", "eraseToAnyCancellable", "toAnyCancellable",
  ]

  /// Whether nobody gets the task's handle.
  func isDiscarded(in file: FileContext) -> Bool {
    if case .discarded = handle(in: file) { return true }
    return false
  }

  private static func handle(of value: NodeID, in file: FileContext, depth: Int) -> Handle {
    let tree = file.tree
    let outer = tree.marked(value)
    guard depth < 20, let parent = tree.parent(outer) else { return .used }
    switch tree[parent].kind {
    case .member:
      return ["value", "result"].contains(tree.name(parent)) ? .awaited(parent) : .used
    case .assign:
      guard let target = tree.firstChild(parent), target != outer else { return .used }
      return tree[target].kind == .wildcard ? .dropped : .assigned(target)
    case .binding:
      return tree.child(parent, .wildcard) != nil ? .dropped : .bound(parent)
    case .block, .switchCase, .ifConfigClause:
      return statement(outer, in: parent, file, depth)
    case .file:
      return .discarded
    case .ternary:
      return handle(of: parent, in: file, depth: depth + 1)
    default:
      return .used
    }
  }

  /// A call that is a statement, unless it is the only one and so the value of what is around it.
  private static func statement(
    _ node: NodeID, in parent: NodeID, _ file: FileContext, _ depth: Int
  ) -> Handle {
    let tree = file.tree
    let statements = tree.children(parent).filter { !isPattern($0, of: parent, tree) }
    guard statements.count == 1, let owner = tree.parent(parent) else { return .discarded }
    switch tree[parent].kind {
    case .ifConfigClause:
      guard let block = tree.parent(owner), [.block, .switchCase].contains(tree[block].kind) else {
        return .discarded
      }
      return statement(owner, in: block, file, depth + 1)
    case .switchCase:
      return handle(of: owner, in: file, depth: depth + 1)
    default: break
    }
    switch tree[owner].kind {
    case .funcDecl:
      let result = tree.children(owner).first { tree[$0].kind == .typeRef }
      return result.map { isVoid($0, tree) } ?? true ? .discarded : .used
    case .accessor:
      return tree[owner].detail == .getter ? .used : .discarded
    case .closure:
      return ClosureResult.isUsed(owner, in: file) ? .used : .discarded
    case .ifStmt:
      return handle(of: outermostIf(owner, tree), in: file, depth: depth + 1)
    default:
      return .discarded
    }
  }

  private static func isPattern(_ node: NodeID, of parent: NodeID, _ tree: Tree) -> Bool {
    guard tree[parent].kind == .switchCase else { return false }
    return [.exprPattern, .bindPattern, .tuplePattern, .wildcard, .whereClause]
      .contains(tree[node].kind)
  }

  private static func outermostIf(_ node: NodeID, _ tree: Tree) -> NodeID {
    var current = node
    while let parent = tree.parent(current), tree[parent].kind == .ifStmt { current = parent }
    return current
  }

  private static func isVoid(_ type: NodeID, _ tree: Tree) -> Bool {
    let name = TypeName(type, in: tree)
    return name.base == "Void" || name.base.isEmpty && name.arguments.isEmpty && !name.isFunction
  }
}
