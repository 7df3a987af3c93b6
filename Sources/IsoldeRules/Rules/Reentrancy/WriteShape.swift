import IsoldeModel
import IsoldeTree

/// What a write does to a property, as far as its syntax tells.
enum WriteShape {
  /// The old value is part of the new one: `-=`, `append`, a write to an element or field.
  case inPlace
  /// A constant: a literal or an enum case. The property says which state the object is in.
  case constant
  /// Something is taken away: `nil`, `[]`, `false`, `remove`. That is right whatever happened before.
  case removal
  /// A new value that does not depend on the old one.
  case replacement

  /// The shape of the write at an access, in the declaration itself or in a function it calls.
  init(_ access: SharedState.Access, at point: FlowGraph.PointID, in code: CodeContext) {
    if let via = access.via {
      let tree = code.project.units[code.project[via.function].unit].tree
      self.init(tree.writer(of: via.node), tree)
    } else {
      self.init(code.flow.points[point].node, code.tree)
    }
  }

  /// The shape of an assignment, a mutating call or an `inout` argument.
  init(_ node: NodeID, _ tree: Tree) {
    switch tree[node].kind {
    case .call:
      let name = tree.name(node)
      self = name.hasPrefix("remove") || name.hasPrefix("pop") ? .removal : .inPlace
    case .assign where tree.name(node) == "=":
      let target = tree.firstChild(node).map { tree[$0].kind }
      guard let value = tree.lastChild(node) else {
        self = .replacement
        return
      }
      if Self.isEmpty(value, tree) {
        self = .removal
      } else if Self.isConstant(value, tree) {
        self = .constant
      } else {
        self = target == .subscriptExpr ? .inPlace : .replacement
      }
    case .assign, .inoutExpr:
      self = .inPlace
    default:
      self = .replacement
    }
  }

  private static func isEmpty(_ value: NodeID, _ tree: Tree) -> Bool {
    switch tree[value].kind {
    case .literal:
      tree[value].detail == .nil
        || ["false", "0", ""].contains(tree.name(value))
          && tree.firstChild(value) == nil
    case .arrayExpr, .dictionaryExpr: tree.firstChild(value) == nil
    case .member:
      tree.firstChild(value) == nil && ["none", "idle", "zero"].contains(tree.name(value))
    default: false
    }
  }

  private static func isConstant(_ value: NodeID, _ tree: Tree) -> Bool {
    switch tree[value].kind {
    case .literal: true
    case .member: tree.firstChild(value).map { tree.name($0).first?.isUppercase ?? false } ?? true
    default: false
    }
  }
}

extension Tree {
  /// The assignment, mutating call or `inout` argument that changes the path with a root.
  func writer(of root: NodeID) -> NodeID {
    for ancestor in ancestors(root) {
      switch self[ancestor].kind {
      case .assign, .inoutExpr, .call: return ancestor
      case .member, .subscriptExpr, .optionalChain, .forceUnwrap, .tupleExpr, .argument: continue
      default: return root
      }
    }
    return root
  }
}
