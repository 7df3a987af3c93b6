import IsoldeModel
import IsoldeTree

/// One place where a file says `@unchecked Sendable`.
struct UncheckedPromise {
  /// What the declaration or extension says.
  let fact: TypeFact
  /// The `typeRef` of `Sendable`.
  let node: NodeID
  /// The attribute in front of it.
  let attribute: NodeID

  /// The bytes of `@unchecked Sendable`.
  func range(in tree: Tree) -> Range<Int> {
    tree[attribute].range
      .lowerBound..<max(tree[node].range.upperBound, tree[attribute].range.upperBound)
  }

  /// The promises of a file's types and extensions.
  static func all(in file: FileContext) -> [UncheckedPromise] {
    file.project.units[file.unit].facts.types.compactMap { find($0, file.tree) }
  }

  /// An extension that is not available anywhere says that its type is not `Sendable`.
  private static func isDenied(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.attributes(node).contains {
      tree.name($0) == "available" && tree.source($0).contains("(*, unavailable")
    }
  }

  /// The promise that a declaration or extension makes.
  static func find(_ fact: TypeFact, _ tree: Tree) -> UncheckedPromise? {
    guard fact.unchecked.contains("Sendable"), !isDenied(fact.node, tree) else { return nil }
    for child in tree.children(fact.node)
    where tree[child].kind == .typeRef && tree.name(child) == "Sendable" {
      for attribute in tree.attributes(child) where tree.name(attribute) == "unchecked" {
        return UncheckedPromise(fact: fact, node: child, attribute: attribute)
      }
    }
    return nil
  }
}
