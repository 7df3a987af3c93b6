import IsoldeTree

/// Names the declarations around a place.
enum EnclosingDeclarations {
  /// The names from the outside in: types, functions with their labels, properties.
  ///
  /// An extension counts as the type that it extends, so that a member can move between them. What
  /// is declared inside a function counts only if it is a function or a type.
  static func names(at offset: Int, in tree: Tree) -> [String] {
    var names: [String] = []
    var isInFunction = false
    for node in tree.path(to: offset).reversed() {
      switch tree[node].kind {
      case .typeDecl:
        names.append(tree.name(node))
        isInFunction = false
      case .funcDecl, .initDecl, .deinitDecl, .subscriptDecl:
        names.append(signature(node, in: tree))
        isInFunction = true
      case .binding where !isInFunction:
        names.append(boundNames(node, in: tree))
      case .accessor:
        names.append(accessorName(node, in: tree))
        isInFunction = true
      default:
        break
      }
    }
    return names
  }

  private static func signature(_ node: NodeID, in tree: Tree) -> String {
    let name: String
    switch tree[node].kind {
    case .initDecl: name = "init"
    case .deinitDecl: return "deinit"
    case .subscriptDecl: name = "subscript"
    default: name = tree.name(node)
    }
    let labels = tree.children(node).filter { tree[$0].kind == .param }
      .map { tree.label($0).isEmpty ? "_:" : tree.label($0) + ":" }
    return name + "(" + labels.joined() + ")"
  }

  private static func accessorName(_ node: NodeID, in tree: Tree) -> String {
    switch tree[node].detail {
    case .getter: "get"
    case .setter: "set"
    case .willSet: "willSet"
    case .didSet: "didSet"
    default: "accessor"
    }
  }

  private static func boundNames(_ binding: NodeID, in tree: Tree) -> String {
    tree.children(binding).filter { tree[$0].kind == .bindPattern }.map(tree.name).joined()
  }
}

extension Tree {
  /// The innermost node whose bytes contain an offset; the root if there is no other.
  ///
  /// - Complexity: O(log *n*) in the number of nodes, plus the depth.
  func innermostNode(at offset: Int) -> NodeID {
    // Nodes start in source order, except inside a blanked body, where they all lie on one side.
    var low = 0
    var high = nodes.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(nodes[middle].start) <= offset { low = middle } else { high = middle }
    }
    var node = NodeID(low)
    while let parent = parent(node), !self[node].range.contains(offset) { node = parent }
    return node
  }

  /// The nodes whose bytes contain an offset, from the inside out, without the root.
  func path(to offset: Int) -> [NodeID] {
    let innermost = innermostNode(at: offset)
    guard innermost != .root else { return [] }
    return [innermost] + ancestors(innermost).filter { $0 != .root }
  }
}
