import IsoldeModel
import IsoldeTree

/// Whether awaited work throws when its task is cancelled.
///
/// Functions of the project are followed by name through a few calls; what other modules do is known
/// for some of their functions only.
struct CancellableWork {
  /// What the source tells.
  enum Answer {
    /// Something on the way throws at a cancellation.
    case yes
    /// Everything on the way was followed, and nothing does.
    case no
    /// The way leads out of the project.
    case unknown
  }

  private let project: Project
  private var visited: Set<FunctionID> = []
  /// Whether a closure that a caller hands in is taken to throw at a cancellation if it can throw.
  private let trustsClosures: Bool

  /// Whether an `await`, or a statement with some, throws when its task is cancelled.
  static func answer(
    for suspension: NodeID, in code: CodeContext, trustsClosures: Bool = true
  ) -> Answer {
    var work = CancellableWork(project: code.project, trustsClosures: trustsClosures)
    var result = Answer.no
    for call in work.calls(in: suspension, code.tree) {
      switch work.answer(of: call, in: code) {
      case .yes: return .yes
      case .unknown: result = .unknown
      case .no: continue
      }
    }
    return result
  }

  private init(project: Project, trustsClosures: Bool) {
    self.project = project
    self.trustsClosures = trustsClosures
  }

  /// Whether a node is a call of `Task.checkCancellation()`.
  static func isCheck(_ node: NodeID, _ tree: Tree) -> Bool {
    tree[node].kind == .call && tree.name(node) == "checkCancellation"
      && tree.receiverName(node) == "Task"
  }

  private func calls(in node: NodeID, _ tree: Tree) -> [NodeID] {
    var found = tree.descendants(node).filter { tree[$0].kind == .call }
    if tree[node].kind == .call { found.insert(node, at: 0) }
    return found
  }

  private mutating func answer(of call: NodeID, in code: CodeContext) -> Answer {
    let tree = code.tree
    if let known = Self.known(call, tree) { return known }
    if tree.receiver(call) == nil, let callee = tree.firstChild(call),
      let local = code.local(named: tree[callee].name, at: callee), local.kind == .parameter
    {
      guard local.type.map({ tree[$0].flags.contains(.canThrow) }) ?? false else { return .no }
      return trustsClosures ? .yes : .unknown
    }
    if let callee = code.callee(of: call) { return answer(of: callee, depth: 1) }
    return answer(named: tree.name(call), depth: 1)
  }

  // MARK: - Functions of the project

  private mutating func answer(named name: String, depth: Int) -> Answer {
    let candidates = project.functions(named: name).filter { project[$0].fact.isAsync }
    // A name that many share says nothing; two can be a protocol's requirement and its witness.
    let bodies = candidates.filter { project[$0].fact.hasBody }
    guard let only = bodies.first, bodies.count == 1 else { return .unknown }
    return answer(of: only, depth: depth)
  }

  private mutating func answer(of id: FunctionID, depth: Int) -> Answer {
    let entry = project[id]
    guard entry.fact.isAsync else { return .no }
    guard depth < 6, visited.insert(id).inserted else { return .no }
    guard entry.fact.hasBody else { return .unknown }
    let tree = project.units[entry.unit].tree
    guard let block = tree.child(entry.fact.node, .block) else { return .unknown }
    if catchesEverything(block, tree) { return .unknown }
    var result = Answer.no
    for call in calls(in: block, tree) where isAwaited(call, within: block, tree) {
      let answer =
        Self.known(call, tree)
        ?? (isParameter(call, entry.fact, tree)
          ? trustsClosures ? .yes : .unknown
          : self.answer(named: tree.name(call), depth: depth + 1))
      if answer == .yes { return .yes }
      if answer == .unknown { result = .unknown }
    }
    return throwsCancellation(block, tree) ? .yes : result
  }

  /// A function whose body is one `do` with a `catch` may turn the error into something else.
  private func catchesEverything(_ block: NodeID, _ tree: Tree) -> Bool {
    tree.children(block).contains {
      tree[$0].kind == .doStmt && tree.child($0, .catchClause) != nil
    }
  }

  private func throwsCancellation(_ block: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block) {
      tree[$0].kind == .throwStmt && CancellationMarks.namesError(in: $0, tree)
    }
  }

  private func isParameter(_ call: NodeID, _ fact: FunctionFact, _ tree: Tree) -> Bool {
    tree.receiver(call) == nil
      && fact.parameters.contains { $0.name == tree.name(call) && $0.type.isThrowingFunction }
  }

  private func isAwaited(_ call: NodeID, within block: NodeID, _ tree: Tree) -> Bool {
    if Self.isCheck(call, tree) { return true }
    for ancestor in tree.ancestors(call) {
      switch tree[ancestor].kind {
      case .awaitExpr: return true
      case .block where ancestor == block: return false
      case .closure:
        if let outer = tree.call(takingClosure: ancestor), tree.isTaskCreation(outer) {
          return false
        }
      default: continue
      }
    }
    return false
  }

  // MARK: - Functions of other modules

  private static func known(_ call: NodeID, _ tree: Tree) -> Answer? {
    if isCheck(call, tree) { return .yes }
    switch tree.name(call) {
    case "withTaskCancellationHandler": return .yes
    case "sleep": return TimedWaits.isSleep(call, tree) ? .yes : nil
    case "withCheckedContinuation", "withUnsafeContinuation", "withCheckedThrowingContinuation",
      "withUnsafeThrowingContinuation":
      return .no
    case "run" where tree.receiverName(call) == "MainActor": return .no
    case "yield" where tree.receiverName(call) == "Task": return .no
    default: return URLSessionCalls.isRequest(call, tree) ? .yes : nil
    }
  }
}
