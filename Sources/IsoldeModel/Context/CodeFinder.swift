import IsoldeTree

/// Finds the declarations with code in a file and builds their flows.
struct CodeFinder {
  private let project: Project
  private let unit: Int
  private let tree: Tree
  private var found: [CodeContext] = []
  /// Whether statements stand at the top level, as in `main.swift`.
  private var hasTopLevelCode = false

  static func find(project: Project, unit: Int) -> [CodeContext] {
    var finder = CodeFinder(project, unit)
    finder.visitItems(of: .root, type: nil)
    if finder.hasTopLevelCode { finder.addValue(.root, type: nil) }
    return finder.found
  }

  private init(_ project: Project, _ unit: Int) {
    self.project = project
    self.unit = unit
    tree = project.units[unit].tree
    hasTopLevelCode = tree.children(.root).contains { Self.isStatement(tree[$0].kind) }
  }

  private static func isStatement(_ kind: Node.Kind) -> Bool {
    switch kind {
    case .typeDecl, .funcDecl, .varDecl, .importDecl, .otherDecl, .ifConfig, .macro, .unknown,
      .subscriptDecl, .initDecl, .deinitDecl, .accessor:
      false
    default: true
    }
  }

  private mutating func visitItems(of parent: NodeID, type: TypeID?) {
    for item in tree.children(parent) { visit(item, type: type) }
  }

  private mutating func visit(_ node: NodeID, type: TypeID?) {
    switch tree[node].kind {
    case .typeDecl:
      visitItems(of: node, type: project.type(at: node, in: unit))
    case .funcDecl, .initDecl, .deinitDecl, .accessor:
      add(node, type: type)
    case .subscriptDecl:
      for child in tree.children(node) where tree[child].kind == .accessor {
        add(child, type: type)
      }
    case .varDecl:
      visitVariable(node, type: type)
    case .ifConfig, .ifConfigClause:
      visitItems(of: node, type: type)
    case .macro:
      addValue(node, type: type)
    default:
      break
    }
  }

  private mutating func visitVariable(_ node: NodeID, type: TypeID?) {
    if type == nil, hasTopLevelCode { return }
    for binding in tree.children(node) where tree[binding].kind == .binding {
      for child in tree.children(binding) {
        switch tree[child].kind {
        case .accessor: add(child, type: type)
        case .bindPattern, .tuplePattern, .wildcard, .typeRef, .literal, .identifier, .member: break
        default: addValue(child, type: type)
        }
      }
    }
  }

  private mutating func add(_ node: NodeID, type: TypeID?) {
    guard let block = tree.child(node, .block), !tree[block].flags.contains(.isBlanked) else {
      return
    }
    let id = project.function(at: node, in: unit)
    let entry = id.map { project[$0] }
    let isolation = entry?.isolation ?? .unknown
    let flow = FlowBuilder.build(
      node, in: tree, isolation: isolation, isAsync: entry?.fact.isAsync ?? false)
    found.append(
      CodeContext(
        project: project, unit: unit, tree: tree, node: node, function: id, type: type, flow: flow))
  }

  /// Adds an expression that runs by itself: an initial value, or a top-level statement.
  private mutating func addValue(_ node: NodeID, type: TypeID?) {
    let isTopLevel = type == nil
    let flow = FlowBuilder.build(
      node, in: tree,
      isolation: isTopLevel ? .mainActor : type.map { project[$0].isolation } ?? .unknown,
      isAsync: isTopLevel)
    found.append(
      CodeContext(
        project: project, unit: unit, tree: tree, node: node, function: nil, type: type, flow: flow)
    )
  }
}
