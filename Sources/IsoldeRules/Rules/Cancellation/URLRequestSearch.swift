import IsoldeModel
import IsoldeTree

/// Finds calls that end in a request of `URLSession`, directly or through functions of the project
/// whose names are unique in it.
struct URLRequestSearch {
  private let project: Project
  private var visited: Set<FunctionID> = []

  /// The first call below a node that ends in a request.
  static func firstRequest(in node: NodeID, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    var search = URLRequestSearch(project: code.project)
    for call in tree.descendants(node) where tree[call].kind == .call {
      if URLSessionCalls.isRequest(call, tree) { return call }
      let callee = code.callee(of: call) ?? search.only(named: tree.name(call))
      if let callee, search.makesRequest(callee, depth: 0) { return call }
    }
    return nil
  }

  private init(project: Project) { self.project = project }

  private func only(named name: String) -> FunctionID? {
    let bodies = project.functions(named: name).filter {
      project[$0].fact.isAsync && project[$0].fact.hasBody
    }
    return bodies.count == 1 ? bodies[0] : nil
  }

  private mutating func makesRequest(_ id: FunctionID, depth: Int) -> Bool {
    let entry = project[id]
    guard entry.fact.isAsync, depth < 5, visited.insert(id).inserted else { return false }
    let tree = project.units[entry.unit].tree
    guard let block = tree.child(entry.fact.node, .block), !translatesErrors(block, tree) else {
      return false
    }
    for call in tree.descendants(block) where tree[call].kind == .call {
      if URLSessionCalls.isRequest(call, tree) { return true }
      if let next = only(named: tree.name(call)), makesRequest(next, depth: depth + 1) {
        return true
      }
    }
    return false
  }

  /// Whether a body catches errors or speaks of cancellation, so that another error can come out.
  private func translatesErrors(_ block: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block) { tree[$0].kind == .catchClause }
      || CancellationMarks.stand(in: block, tree)
  }
}
