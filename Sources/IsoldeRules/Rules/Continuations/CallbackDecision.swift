import IsoldeModel
import IsoldeTree

/// Conditions in a callback, told apart by what they ask.
///
/// A callback can be called several times; a condition that asks "was it resumed before" or "is this
/// the last call" then rightly ends without a resume. A condition that asks whether there is a value
/// does not.
enum CallbackDecision {
  /// Whether the outcome at a point says that something is missing, and nothing else.
  static func isAboutTheResult(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let event = code.flow.points[point]
    let tree = code.tree
    guard event.kind == .assumeFalse || event.kind == .assumeTrue else { return true }
    if isLastOfAlternatives(event.node, code) || keepsFlag(event.body, code) { return false }
    if CompletionCallback.isOne(code.flow.bodies[event.body].node, code) {
      return !asksCapturedState(point, code)
    }
    switch tree[event.node].kind {
    case .condition:
      return tree[event.node].detail == .binding && event.kind == .assumeFalse
    case .forStmt, .catchClause: return true
    case .switchCase: return isResultCase(event.node, tree)
    case .member: return tree.name(event.node) == "isEmpty"
    default: return false
    }
  }

  /// Whether a callback sets something to `true` or `false`: it expects to be called again.
  private static func keepsFlag(_ body: Int, _ code: CodeContext) -> Bool {
    code.flow.points(of: body).contains { point in
      let event = code.flow.points[point]
      guard event.kind == .write, let value = code.tree.lastChild(event.node) else { return false }
      return code.tree[value].kind == .literal && code.tree[value].detail == .boolean
    }
  }

  /// Whether a condition asks for more than the callback's own values, such as a flag outside.
  private static func asksCapturedState(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    let flow = code.flow
    let event = flow.points[point]
    return flow.points[event.first..<point].contains { asked in
      guard asked.flags.contains(.isCondition), asked.kind == .read || asked.kind == .call else {
        return false
      }
      if let local = flow.local(of: asked.path) { return local.body != event.body }
      guard asked.path != .none else { return asked.kind == .call }
      return !(code.memberName(of: asked.path)?.first?.isUppercase ?? false)
    }
  }

  /// `if let value { … } else if let error { … }`: each parameter has a branch, and the callback's
  /// contract is that one of them is there.
  private static func isLastOfAlternatives(_ condition: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree[condition].kind == .condition else { return false }
    var names: Set<String> = []
    var statement = tree.parent(condition)
    while let current = statement, tree[current].kind == .ifStmt {
      let conditions = tree.children(current).filter { tree[$0].kind == .condition }
      guard conditions.count == 1, let value = tree.lastChild(conditions[0]),
        tree[conditions[0]].detail == .binding
      else { return false }
      names.insert(tree.name(value))
      statement = tree.parent(current)
    }
    guard let closure = tree.ancestor(condition, .closure) else { return false }
    let parameters = tree.children(closure).filter { tree[$0].kind == .param }
    return names.count > 1
      && parameters.filter { names.contains(tree.name($0)) }.count == names.count
  }

  private static func isResultCase(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: node) { child in
      tree[child].kind == .exprPattern
        && tree.anyDescendant(of: child) {
          tree[$0].kind == .member && ["success", "failure"].contains(tree.name($0))
        }
    }
  }
}
