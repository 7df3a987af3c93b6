import IsoldeModel
import IsoldeTree

/// Finds a stored stream that is iterated in several places, which split its elements.
struct AsyncStreamSharedByConsumers: Rule {
  static let info = RuleInfo(
    id: "asyncstream-shared-by-consumers", group: .streams,
    summary: "one stored stream is iterated by several consumers",
    reason: "each element reaches only one of them; nothing is broadcast",
    tier: .optIn, triggers: StreamSite.triggers)

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    for property in type.properties.values.sorted(by: { $0.fact.node < $1.fact.node })
    where property.unit == file.unit && isStream(property, file.tree) {
      let loops = loops(over: property.fact.name, in: type, file)
      // Functions that share a name are several forms of one consumer.
      guard let first = loops.first,
        let other = loops.first(where: {
          $0.owner != first.owner
            && (file.tree.name($0.owner).isEmpty
              || file.tree.name($0.owner) != file.tree.name(first.owner))
        })
      else { continue }
      report.report(
        file.tree[other.sequence].range,
        "'\(property.fact.name)' is also iterated on line \(file.tree.line(first.sequence)); each element "
          + "reaches only one of the two loops",
        notes: [
          .init(
            unit: file.unit, range: file.tree[first.sequence].range,
            message: "the other loop is here; give each consumer a stream of its own")
        ], confidence: .resolved)
    }
  }

  private struct Loop {
    let sequence: NodeID
    /// The member that the loop stands in.
    let owner: NodeID
  }

  private func isStream(_ property: PropertyEntry, _ tree: Tree) -> Bool {
    let fact = property.fact
    guard fact.isStored, !fact.attributes.contains("Published") else { return false }
    if let type = fact.type?.unwrapped {
      return StreamSite.triggers.contains(type.base)
    }
    guard let value = fact.value, tree[value].kind == .call, tree.name(value) == "makeStream",
      let pattern = tree.children(fact.node).first(where: { tree[$0].kind == .tuplePattern })
    else { return false }
    return tree.firstChild(pattern).map { tree.name($0) == fact.name } ?? false
  }

  /// The `for await` loops over a property of the type in this file.
  private func loops(over name: String, in type: TypeEntry, _ file: FileContext) -> [Loop] {
    let tree = file.tree
    guard let id = tree.nameID(name) else { return [] }
    var found: [Loop] = []
    for index in tree.nodes.indices
    where tree.nodes[index].kind == .forStmt && tree.nodes[index].flags.contains(.isAwait) {
      let loop = NodeID(index)
      guard let sequence = tree.child(loop, at: 1), tree[sequence].name == id,
        isOwnMember(sequence, tree), !isLocal(sequence, file),
        let member = member(around: loop, tree),
        let owner = tree.ancestor(member, .typeDecl),
        file.project.type(at: owner, in: file.unit) == type.id
      else { continue }
      found.append(Loop(sequence: sequence, owner: member))
    }
    return found
  }

  private func isOwnMember(_ sequence: NodeID, _ tree: Tree) -> Bool {
    if tree[sequence].kind == .identifier { return true }
    guard tree[sequence].kind == .member, let base = tree.firstChild(sequence) else { return false }
    return tree.name(tree.unwrapped(base)) == "self"
  }

  /// Whether a name means a parameter or variable that hides the property.
  private func isLocal(_ sequence: NodeID, _ file: FileContext) -> Bool {
    guard file.tree[sequence].kind == .identifier, let code = file.code(around: sequence) else {
      return false
    }
    return code.local(named: file.tree[sequence].name, at: sequence) != nil
  }

  private func member(around node: NodeID, _ tree: Tree) -> NodeID? {
    var found: NodeID?
    for ancestor in tree.ancestors(node) {
      switch tree[ancestor].kind {
      case .funcDecl, .initDecl, .accessor, .varDecl: found = ancestor
      case .typeDecl: return found
      default: continue
      }
    }
    return found
  }
}
