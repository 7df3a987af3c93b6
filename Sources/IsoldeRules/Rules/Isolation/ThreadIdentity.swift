import IsoldeModel
import IsoldeTree

/// The names that tell threads apart, and the one-line helpers of a project that hide them.
struct ThreadIdentity {
  private let code: CodeContext

  init(_ code: CodeContext) { self.code = code }

  /// One question about the thread.
  struct Use {
    let name: String
    let asksForMain: Bool
    var declaration: Finding.Note?
  }

  func use(at index: FlowGraph.PointID) -> Use? {
    let point = code.flow.points[index]
    let tree = code.tree
    switch point.kind {
    case .call:
      let name = tree.name(point.node)
      if tree[point.node].kind == .call, tree.receiver(point.node) == nil,
        Self.functions.contains(name)
      {
        return Use(name: name, asksForMain: name == "pthread_main_np")
      }
      guard tree[point.node].kind == .call, tree.arguments(point.node).isEmpty,
        !point.flags.contains(.isAwaited), let callee = code.callee(of: point.node)
      else { return nil }
      return helper(callee)
    case .read:
      guard tree[point.node].kind == .member, let base = tree.firstChild(point.node),
        tree.name(base) == "Thread", tree[base].kind == .identifier, !declaresThread
      else { return nil }
      let name = tree.name(point.node)
      // The compiler rejects `Thread.current` itself.
      if name == "isMainThread" { return Use(name: "Thread.isMainThread", asksForMain: true) }
      guard name != "current", let type = threadExtension,
        let getter = code.project[type].functions[name]?.first(where: {
          code.project[$0].fact.kind == .getter
        })
      else { return nil }
      return helper(getter)
    default:
      return nil
    }
  }

  private var threadExtension: TypeID? {
    code.project.type(named: "Thread", module: code.project.units[code.unit].module)
  }

  /// Whether the project has a type of its own by this name.
  private var declaresThread: Bool {
    threadExtension.map { code.project[$0].kind != .extensionType } ?? false
  }

  /// A synchronous function or getter that does nothing but ask.
  private func helper(_ id: FunctionID) -> Use? {
    let function = code.project[id]
    let tree = code.project.units[function.unit].tree
    guard !function.fact.isAsync, function.isolation != .mainActor,
      let block = tree.child(function.fact.node, .block), Array(tree.children(block)).count == 1,
      let thread = tree.firstDescendant(of: block, where: { asks($0, tree) })
    else { return nil }
    let name = function.fact.kind == .getter ? "Thread." + function.fact.name : function.fact.name
    return Use(
      name: name, asksForMain: tree.name(thread) == "isMainThread",
      declaration: .init(
        unit: function.unit, range: tree[thread].range, message: "it asks for the thread here"))
  }

  private func asks(_ node: NodeID, _ tree: Tree) -> Bool {
    switch tree[node].kind {
    case .member:
      tree.firstChild(node).map { tree.name($0) } == "Thread"
        && ["current", "isMainThread"].contains(tree.name(node))
    case .call:
      tree.receiver(node) == nil && Self.functions.contains(tree.name(node))
    default: false
    }
  }

  private static let functions: Set<String> = [
    "pthread_self", "pthread_main_np", "pthread_getspecific", "pthread_setspecific", "gettid",
    "pthread_threadid_np",
  ]
}
