import IsoldeModel
import IsoldeTree

/// A change of state that a block makes later, and the code that can miss it.
struct LateChange {
  private let code: CodeContext
  private let call: FlowGraph.PointID
  private let closure: NodeID
  private let tree: Tree

  /// - Parameters:
  ///   - code: The code that dispatches the block.
  ///   - call: The point of the dispatch.
  ///   - closure: The block.
  init(_ code: CodeContext, _ call: FlowGraph.PointID, _ closure: NodeID) {
    self.code = code
    self.call = call
    self.closure = closure
    tree = code.tree
  }

  /// The change that somebody can miss: code behind the dispatch that reads the same member, or a caller
  /// that awaits a function whose result the block stores.
  var observed: NodeID? {
    staleMember ?? (hasCaller ? deliveredResult : nil)
  }

  /// Whether somebody waits for the code around the dispatch.
  private var hasCaller: Bool {
    let role = code.flow.bodies[code.flow.points[call].body].role
    return role == .declaration || role == .localFunction
  }

  /// A member that the block writes and that is read after the dispatch.
  private var staleMember: NodeID? {
    guard let body = code.flow.bodies.firstIndex(where: { $0.node == closure }) else { return nil }
    let after = code.flow.reachable(from: [call])
    for index in code.flow.points(of: body) {
      let write = code.flow.points[index]
      guard write.kind == .write || write.kind == .modify,
        let name = code.memberName(of: write.path)
      else { continue }
      let isRead = code.flow.points.indices.contains { other in
        let point = code.flow.points[other]
        return point.kind == .read && point.body == code.flow.points[call].body
          && after.contains(other) && code.memberName(of: point.path) == name
          && isWithin(write.path, point.path)
      }
      if isRead { return write.node }
    }
    return nil
  }

  /// Whether one of two paths of the same member leads to the other: `state.rows` and `state`, but not
  /// `state.rows` and `state.title`.
  private func isWithin(_ first: PathID, _ second: PathID) -> Bool {
    let paths = code.flow.paths
    let names = [first, second].map { path in
      paths.steps(path).filter { paths.step($0) == .member || paths.step($0) == .field }
        .map { paths.name($0) }
    }
    return zip(names[0], names[1]).allSatisfy { $0 == $1 }
  }

  /// The first assignment of something that the code around the block has made.
  private var deliveredResult: NodeID? {
    guard let block = tree.child(closure, .block) else { return nil }
    return tree.firstDescendant(of: block, skippingClosures: true) { node in
      switch tree[node].kind {
      case .assign:
        guard let target = tree.firstChild(node), let value = tree.child(node, at: 1) else {
          return false
        }
        // `+=` builds on what is there, so that two of them in a row can be told apart from one.
        return tree[target].kind == .member && (tree.name(node) != "=" || usesResult(value))
      case .call:
        guard let base = tree.receiver(node), tree.name(tree.unwrapped(base)) == "self" else {
          return false
        }
        return tree.arguments(node).contains { usesResult($0) }
      default:
        return false
      }
    }
  }

  /// Whether an expression names a local of the code around the block: parameters are known to the
  /// caller anyway.
  private func usesResult(_ value: NodeID) -> Bool {
    ([value] + Array(tree.descendants(value))).contains { node in
      guard tree[node].kind == .identifier, tree.name(node) != "self",
        let local = code.local(named: tree[node].name, at: node)
      else { return false }
      switch local.kind {
      case .constant, .variable, .binding, .loopElement, .asyncLet:
        return !tree.contains(closure, local.node)
      case .capture: return true
      case .parameter, .closureParameter, .localFunction: return false
      }
    }
  }
}
