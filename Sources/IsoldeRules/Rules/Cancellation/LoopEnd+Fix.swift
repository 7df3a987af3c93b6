import IsoldeModel
import IsoldeTree

extension LoopEnd {
  /// Lets the condition of a `while` ask whether the task is cancelled.
  ///
  /// Nothing else changes if the loop had no other end and nothing stands behind it.
  var cancellationFix: Finding.Fix? {
    guard tree[node].kind == .whileStmt, let condition = tree.child(node, .condition) else {
      return nil
    }
    let title = "end the loop when the task is cancelled"
    let start = Int(tree[condition].start)
    guard isUnconditional else {
      return Finding.Fix(title, .review, [.init(start..<start, "!Task.isCancelled, ")])
    }
    return Finding.Fix(
      title, isLast ? .safe : .review, [.init(tree[condition].range, "!Task.isCancelled")])
  }

  /// Whether nothing runs behind the loop, and nothing has to be returned there.
  private var isLast: Bool {
    guard let block = tree.parent(node), let owner = tree.parent(block),
      tree.lastChild(block) == node
    else { return false }
    switch tree[owner].kind {
    case .funcDecl: return tree.child(owner, .typeRef) == nil
    case .closure: return tree.call(takingClosure: owner).map(tree.isTaskCreation) ?? false
    default: return false
    }
  }
}
