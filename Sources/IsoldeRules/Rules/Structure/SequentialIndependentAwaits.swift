import IsoldeModel
import IsoldeTree

/// Finds neighbouring awaits that could run side by side.
struct SequentialIndependentAwaits: Rule {
  static let info = RuleInfo(
    id: "sequential-independent-awaits", group: .structure,
    summary:
      "neighbouring awaits load values that do not depend on each other, one after the other",
    reason: "the waits add up where 'async let' would overlap them",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for block in tree.descendants(code.node) where tree[block].kind == .block {
      var run: [Load] = []
      for statement in tree.children(block) {
        guard let load = Load(statement, code), run.allSatisfy({ load.isIndependent(of: $0, tree) })
        else {
          run = Load(statement, code).map { [$0] } ?? []
          continue
        }
        run.append(load)
        guard run.count == 2 else { continue }
        report.report(
          statement,
          "'\(load.name)' does not need '\(run[0].name)'; start both with 'async let' and await them "
            + "together",
          notes: [(run[0].statement, "this wait comes first for no reason")])
      }
    }
  }

  /// `let x = try await load(…)`.
  private struct Load {
    let statement: NodeID
    let name: String
    let call: NodeID
    let receiver: String

    init?(_ statement: NodeID, _ code: CodeContext) {
      let tree = code.tree
      guard tree[statement].kind == .varDecl, tree[statement].flags.contains(.isLet),
        !tree[statement].flags.contains(.isAsync), let binding = tree.child(statement, .binding),
        let pattern = tree.firstChild(binding), tree[pattern].kind == .bindPattern,
        let value = tree.lastChild(binding),
        tree.anyNode(from: value, where: { tree[$0].kind == .awaitExpr })
      else { return nil }
      let call = tree.unwrapped(value)
      guard tree[call].kind == .call, Self.isLoading(tree.name(call)), tree.closures(call).isEmpty
      else { return nil }
      // A future's `get()` waits for work that has long started.
      if tree.name(call) == "get", tree.arguments(call).isEmpty { return nil }
      if tree.receiver(call) == nil, Self.isOwn(call, code) { return nil }
      self.statement = statement
      self.call = call
      name = tree.name(pattern)
      receiver = tree.receiver(call).map { tree.source($0) } ?? ""
      if receiver == "self" { return nil }
      // What is at hand is not worth a child task.
      if (receiver + tree.name(call)).lowercased().contains("cache") { return nil }
    }

    func isIndependent(of earlier: Load, _ tree: Tree) -> Bool {
      guard receiver.isEmpty || receiver != earlier.receiver else { return false }
      return !tree.anyDescendant(of: call) {
        tree[$0].kind == .identifier && tree.name($0) == earlier.name
      }
    }

    /// Whether a call without a receiver means a method of `self` or a local function.
    private static func isOwn(_ call: NodeID, _ code: CodeContext) -> Bool {
      guard let callee = code.tree.firstChild(call) else { return true }
      return code.typeEntry?.functions[code.tree.name(call)] != nil
        || code.local(named: code.tree[callee].name, at: callee) != nil
    }

    private static func isLoading(_ name: String) -> Bool {
      ["fetch", "load", "get", "read", "download", "request", "query", "list", "retrieve"].contains
      {
        name.hasPrefix($0)
      }
    }
  }
}
