import IsoldeModel
import IsoldeTree

/// Asks whether somebody who calls a function sets a property that the function leaves set.
struct CallerReset {
  private let code: CodeContext
  private let property: String
  /// How many calls up a caller is looked for.
  private static let depth = 3

  /// - Parameters:
  ///   - property: The property in question.
  ///   - code: The function.
  init(of property: String, _ code: CodeContext) {
    self.code = code
    self.property = property
  }

  /// Whether a function of the type, at most three calls up, writes the property, as in its `catch`.
  func exists() -> Bool {
    guard let name = code.functionFact?.name else { return false }
    var seen: Set<String> = [name]
    var names: Set<String> = [name]
    for _ in 0..<Self.depth where !names.isEmpty {
      guard let callers = callers(of: names) else { return true }
      names = callers.subtracting(seen)
      seen.formUnion(callers)
    }
    return false
  }

  /// The functions that call one of some functions; `nil` if one of them writes the property.
  private func callers(of names: Set<String>) -> Set<String>? {
    var callers: Set<String> = []
    let functions = code.typeEntry.map { Array($0.functions.values.joined()) } ?? []
    for id in functions where id != code.function {
      let effects = code.project[id].fact.effects
      let calls = effects.calls.contains { $0.receiver == .implicit && names.contains($0.name) }
      guard calls else { continue }
      if effects.writes(property) != nil { return nil }
      callers.insert(code.project[id].fact.name)
    }
    // What a task of a function does is none of its effects; here it counts.
    let tree = code.tree
    for call in tree.descendants(.root) where tree[call].kind == .call {
      guard names.contains(tree.name(call)), tree.isOnSelf(call),
        let caller = tree.ancestor(call, .funcDecl, .initDecl, .accessor), caller != code.node
      else { continue }
      if writes(caller) { return nil }
      callers.insert(tree.name(caller))
    }
    return callers
  }

  private func writes(_ caller: NodeID) -> Bool {
    let tree = code.tree
    return tree.anyDescendant(of: caller) { node in
      guard tree[node].kind == .assign, let target = tree.firstChild(node) else { return false }
      return tree.name(target) == property
    }
  }
}
