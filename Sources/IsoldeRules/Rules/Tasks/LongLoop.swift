import IsoldeModel
import IsoldeTree

/// A loop that waits, turn after turn, and has no last turn.
struct LongLoop: Sendable {
  /// The `while`, `repeat` or `for await`.
  let node: NodeID
  /// What ends it; never `.finite`.
  let end: SequenceEnd
  /// The ways out of its body.
  let exits: LoopExits

  /// The long loops of a closure or function, those in closures inside it not counted.
  static func all(in body: NodeID, _ code: CodeContext) -> [LongLoop] {
    let tree = code.tree
    var found: [LongLoop] = []
    guard let block = tree.child(body, .block) else { return [] }
    var index = Int(block.index) + 1
    let end = Int(tree[block].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      switch tree.nodes[index].kind {
      case .closure, .funcDecl, .typeDecl:
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      case .whileStmt, .repeatStmt, .forStmt:
        if let loop = LongLoop(id, code) { found.append(loop) }
      default: break
      }
      index += 1
    }
    return found
  }

  /// Judges a loop; `nil` if it does not wait, or has a condition or a sequence that ends it.
  init?(_ node: NodeID, _ code: CodeContext) {
    let tree = code.tree
    let exits = LoopExits(node, tree)
    switch tree[node].kind {
    case .forStmt:
      guard tree[node].flags.contains(.isAwait), let sequence = tree.child(node, at: 1) else {
        return nil
      }
      end = EndlessSequences.end(of: sequence, in: code)
      guard end != .finite else { return nil }
    case .whileStmt, .repeatStmt:
      guard exits.conditionsHold, Self.waits(node, tree) else { return nil }
      end = .never
    default:
      return nil
    }
    self.node = node
    self.exits = exits
  }

  private static func waits(_ loop: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: loop, skippingClosures: true) {
      tree[$0].kind == .awaitExpr || tree[$0].kind == .forStmt && tree[$0].flags.contains(.isAwait)
    }
  }
}
