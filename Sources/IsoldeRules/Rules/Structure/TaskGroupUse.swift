import IsoldeModel
import IsoldeTree

/// A task group and what its body does with it.
///
/// Everything is read from the syntax of the group's closure; what happens in which order is a
/// question to the flow.
struct TaskGroupUse: Sendable {
  /// The call of `withTaskGroup` or one of its relatives.
  let call: NodeID
  /// The closure that gets the group.
  let closure: NodeID
  /// The name of the group in the closure.
  let name: String
  /// Whether the group's children can throw.
  let isThrowing: Bool
  /// Whether the group drops finished children by itself.
  let isDiscarding: Bool
  /// The calls that add a child.
  private(set) var children: [NodeID] = []
  /// The calls and `for await` loops that take the results of children.
  private(set) var drains: [NodeID] = []
  /// The calls of `cancelAll`.
  private(set) var cancellations: [NodeID] = []
  /// The places where the group is handed to other code.
  private(set) var escapes: [NodeID] = []

  /// The names of the functions that make a group.
  static let functionNames = [
    "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
    "withThrowingDiscardingTaskGroup",
  ]

  /// The groups that a declaration makes, those in nested closures included.
  static func all(in code: CodeContext) -> [TaskGroupUse] {
    code.analysis { code in
      let tree = code.tree
      let names = Set(functionNames.compactMap { tree.nameID($0) })
      guard !names.isEmpty else { return TaskGroupUses(all: []) }
      var found: [TaskGroupUse] = []
      for node in tree.descendants(code.node)
      where tree[node].kind == .call && names.contains(tree[node].name) {
        if let use = TaskGroupUse(node, tree) { found.append(use) }
      }
      return TaskGroupUses(all: found)
    }.all
  }

  private struct TaskGroupUses: Sendable { let all: [TaskGroupUse] }

  private init?(_ call: NodeID, _ tree: Tree) {
    guard let closure = tree.closures(call).last, let block = tree.child(closure, .block) else {
      return nil
    }
    self.call = call
    self.closure = closure
    name = tree.child(closure, .param).map { tree.name($0) } ?? "$0"
    isThrowing = tree.name(call).contains("Throwing")
    isDiscarding = tree.name(call).contains("Discarding")
    guard let nameID = tree.nameID(name) else { return }
    collect(block, nameID, tree)
  }

  /// Sorts the uses of the group's name, closures that reuse the name left out.
  private mutating func collect(_ block: NodeID, _ nameID: UInt32, _ tree: Tree) {
    var index = Int(block.index) + 1
    let end = Int(tree[block].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      let node = tree.nodes[index]
      if node.kind == .closure, redeclares(id, nameID, tree) {
        index = Int(node.subtreeEnd)
        continue
      }
      if node.kind == .identifier, node.name == nameID { sort(id, tree) }
      index += 1
    }
  }

  private func redeclares(_ closure: NodeID, _ nameID: UInt32, _ tree: Tree) -> Bool {
    if name == "$0" { return true }
    return tree.children(closure).contains { tree[$0].kind == .param && tree[$0].name == nameID }
  }

  private mutating func sort(_ use: NodeID, _ tree: Tree) {
    guard let parent = tree.parent(use) else { return }
    if tree[parent].kind == .member, let outer = tree.parent(parent) {
      guard tree[outer].kind == .call, tree.firstChild(outer) == parent else {
        if !["isEmpty", "isCancelled"].contains(tree.name(parent)) { drains.append(parent) }
        return
      }
      switch tree.name(parent) {
      case "addTask", "addTaskUnlessCancelled", "addImmediateTask",
        "addImmediateTaskUnlessCancelled", "async", "spawn":
        children.append(outer)
      case "cancelAll": cancellations.append(outer)
      default: drains.append(outer)
      }
      return
    }
    let whole = tree.marked(use)
    if let loop = tree.parent(whole), tree[loop].kind == .forStmt {
      drains.append(loop)
    } else {
      escapes.append(use)
    }
  }
}

extension TaskGroupUse {
  /// The closure that a child runs, if it is written where the child is added.
  func work(of child: NodeID, in tree: Tree) -> NodeID? { tree.closures(child).last }

  /// The type argument `of:` of the group as it is written; empty if it is left out.
  func resultType(in tree: Tree) -> String {
    guard let value = tree.argument(call, labelled: "of") else { return "" }
    return tree.source(value)
  }

  /// Whether the group is made for children without results.
  func hasVoidChildren(in tree: Tree) -> Bool {
    ["Void.self", "().self", "(Void).self"].contains(resultType(in: tree))
  }

  /// The innermost loop inside the group's closure around a node; `nil` if there is none.
  func loop(around node: NodeID, in tree: Tree) -> NodeID? {
    for ancestor in tree.ancestors(node) {
      if ancestor == closure { return nil }
      switch tree[ancestor].kind {
      case .forStmt, .whileStmt, .repeatStmt: return ancestor
      default: continue
      }
    }
    return nil
  }

  /// Whether the group's closure itself stops something that a child runs: `server.shutdown()`.
  func stopsChildren(_ tree: Tree) -> Bool {
    let works = children.compactMap { work(of: $0, in: tree) }
    return tree.anyDescendant(of: closure) { call in
      guard tree[call].kind == .call, Self.isStop(tree.name(call)),
        let receiver = tree.receiver(call), !works.contains(where: { tree.contains($0, call) })
      else { return false }
      let name = tree[tree.unwrapped(receiver)].name
      return name != 0 && tree.name(tree.unwrapped(receiver)) != "self"
        && works.contains { tree.anyDescendant(of: $0) { tree[$0].name == name } }
    }
  }

  private static func isStop(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["shutdown", "stop", "close", "cancel", "finish", "invalidate", "terminate"].contains {
      name.contains($0)
    }
  }
}

/// Code that says in words that it may fail without harm.
enum BestEffort {
  /// Whether the function around a node, or a comment on it, says so.
  static func isStated(around node: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let words = [
      "prefetch", "preload", "prewarm", "warm up", "best effort", "best-effort", "ignore",
    ]
    var texts = tree.comments(about: tree.statement(around: node)).map { tree.text($0) }
    if let fact = code.functionFact { texts.append(fact.name) }
    return texts.contains { text in
      let text = text.lowercased()
      return words.contains { text.contains($0) }
    }
  }
}
