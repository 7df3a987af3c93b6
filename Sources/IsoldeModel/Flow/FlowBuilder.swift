import IsoldeTree

/// Builds the flow graph of one declaration from its syntax.
///
/// The builder walks the syntax once in evaluation order. Its frontier is the set of points from
/// which the next point can come; statements that leave a scope move the frontier to where it ends.
struct FlowBuilder {
  typealias PointID = FlowGraph.PointID

  let tree: Tree
  var graph = FlowGraph()
  var edges: [(from: Int32, to: Int32)] = []
  var frontier: [PointID] = []
  var frames: [Frame] = []
  var scope = NameScope()
  var body = -1
  var region = -1
  var flags: FlowGraph.Flags = []
  /// The call at which an enclosing `await` suspends: its error comes after the suspension.
  var awaitedCall: NodeID?
  /// The label that the next loop or switch bears.
  var pendingLabel: UInt32 = 0
  /// How deep closures and expressions are nested; beyond the limit they are not followed.
  var depth = 0

  private static let maximumDepth = 400

  init(_ tree: Tree) { self.tree = tree }

  /// The flow of a function, accessor, initializer or closure.
  ///
  /// - Parameters:
  ///   - declaration: A node with a `block`.
  ///   - tree: Its tree.
  ///   - isolation: Where it runs.
  ///   - isAsync: Whether it can suspend.
  /// - Returns: The graph, with one body for the declaration and one for each closure that runs on its own.
  /// - Complexity: O(*n*) in the number of nodes, times the exits that repeat a `defer`.
  static func build(
    _ declaration: NodeID, in tree: Tree, isolation: Isolation, isAsync: Bool
  ) -> FlowGraph {
    var builder = FlowBuilder(tree)
    builder.addBody(
      declaration, role: .declaration, isolation: isolation, isAsync: isAsync, creation: -1)
    return builder.finish()
  }

  // MARK: - Points and edges

  /// Adds a point after the frontier; the frontier is then that point.
  @discardableResult
  mutating func emit(
    _ kind: FlowGraph.Kind, _ node: NodeID, path: PathID = .none, first: PointID? = nil,
    index: Int = -1
  ) -> PointID {
    let id = graph.points.count
    graph.points.append(
      .init(
        kind: kind, flags: flags, body: body, region: region, node: node, path: path,
        first: first ?? id, index: index))
    for previous in frontier { connect(previous, id) }
    frontier = [id]
    return id
  }

  mutating func connect(_ from: PointID, _ to: PointID) {
    edges.append((Int32(truncatingIfNeeded: from), Int32(truncatingIfNeeded: to)))
  }

  /// Runs `body` with a region around its points.
  mutating func within(
    _ kind: FlowGraph.Region.Kind, _ node: NodeID, isolation: Isolation? = nil,
    _ body: (inout FlowBuilder) -> Void
  ) {
    let outer = region
    region = graph.regions.count
    graph.regions.append(.init(kind: kind, node: node, parent: outer, isolation: isolation))
    body(&self)
    region = outer
  }

  mutating func with(_ added: FlowGraph.Flags, _ body: (inout FlowBuilder) -> Void) {
    let outer = flags
    flags.formUnion(added)
    body(&self)
    flags = outer
  }

  /// Runs `body` unless the syntax is nested too deeply to follow.
  mutating func nested(_ body: (inout FlowBuilder) -> Void) {
    guard depth < Self.maximumDepth else { return }
    depth += 1
    body(&self)
    depth -= 1
  }

  // MARK: - Bodies

  /// Adds a body of its own and returns its index; the builder goes on where it was.
  @discardableResult
  mutating func addBody(
    _ node: NodeID, role: FlowGraph.BodyRole, isolation: Isolation, isAsync: Bool,
    creation: PointID
  ) -> Int {
    let saved = (frontier, frames, body, region, flags, awaitedCall)
    let index = graph.bodies.count
    graph.bodies.append(
      .init(
        role: role, node: node, parent: body, creation: creation, entry: graph.points.count,
        isolation: isolation, isAsync: isAsync))
    (frontier, frames, body, region, flags, awaitedCall) = ([], [], index, -1, [], nil)
    let mark = scope.mark
    within(.body, node) { builder in
      builder.emit(.entry, node)
      builder.declareParameters(of: node)
      builder.runFunction(node)
    }
    scope.restore(mark)
    (frontier, frames, body, region, flags, awaitedCall) = saved
    return index
  }

  private mutating func declareParameters(of node: NodeID) {
    let isClosure = tree[node].kind == .closure
    var isNameless = isClosure
    for child in tree.children(node) {
      switch tree[child].kind {
      case .param:
        isNameless = false
        declare(
          name: tree[child].name, isClosure ? .closureParameter : .parameter, child,
          type: tree.child(child, .typeRef))
      case .capture:
        declareCapture(child)
      default: break
      }
    }
    // The `$0` of a closure is never that of the closure around it.
    if isNameless, let name = tree.nameID("$0") { declare(name: name, .closureParameter, node) }
  }

  /// A body's own statements up to its exits.
  private mutating func runFunction(_ node: NodeID) {
    frames.append(Frame(.function))
    if tree[node].kind == .file {
      lowerTopLevel(node)
      emitExit(.exitNormally, node, implicit: true)
    } else if let block = tree.child(node, .block) {
      lowerBlock(block)
      emitExit(.exitNormally, node, implicit: true)
    } else {
      // The value of an `async let`, or another expression that is a body by itself.
      lower(node)
      emitExit(.exitNormally, node, implicit: true)
    }
    let frame = frames.removeLast()
    frontier = frame.throwers
    if !frontier.isEmpty { emit(.exitByError, node) }
    frontier = []
  }

  /// The statements of a file that is a program; its functions have flows of their own.
  private mutating func lowerTopLevel(_ file: NodeID) {
    frames.append(Frame(.scope))
    for item in tree.children(file) where tree[item].kind != .funcDecl { lowerStatement(item) }
    frames.removeLast()
  }

  /// Adds an exit point; what follows is not reached from it.
  mutating func emitExit(_ kind: FlowGraph.Kind, _ node: NodeID, implicit: Bool = false) {
    guard !frontier.isEmpty else { return }
    let first = graph.points.count
    with(implicit ? .isImplicit : []) { $0.emit(kind, node, first: first) }
    frontier = []
  }

  // MARK: - Finish

  private func finish() -> FlowGraph {
    var graph = graph
    let count = graph.points.count
    (graph.successorStart, graph.successorList) = Self.adjacency(
      count, edges.map { (Int($0.from), $0.to) })
    (graph.predecessorStart, graph.predecessorList) = Self.adjacency(
      count, edges.map { (Int($0.to), $0.from) })
    return graph
  }

  /// Adjacency lists as one array and its starts.
  private static func adjacency(_ count: Int, _ edges: [(Int, Int32)]) -> ([Int32], [Int32]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    for (from, _) in edges { starts[from + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var next = starts
    var list = [Int32](repeating: 0, count: edges.count)
    for (from, to) in edges {
      list[Int(next[from])] = to
      next[from] += 1
    }
    return (starts, list)
  }
}
