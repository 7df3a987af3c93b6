import IsoldeTree

/// Collects the effects of one body from its syntax.
struct EffectCollector {
  private let tree: Tree
  private var effects = BodyEffects()
  private var locals: Set<UInt32> = []
  private var readNames: Set<UInt32> = []
  private var writtenNames: Set<UInt32> = []
  /// Targets of plain assignments, which are not read.
  private var targets: Set<NodeID> = []

  private init(_ tree: Tree) {
    self.tree = tree
  }

  /// The effects of the body of a declaration.
  ///
  /// - Parameters:
  ///   - declaration: A function, initializer or accessor.
  ///   - tree: Its tree.
  /// - Returns: What the body reads, writes and calls; nothing if there is no body.
  static func effects(of declaration: NodeID, in tree: Tree) -> BodyEffects {
    guard let block = tree.child(declaration, .block) else { return BodyEffects() }
    var collector = EffectCollector(tree)
    for child in tree.children(declaration) where tree[child].kind == .param {
      collector.locals.insert(tree[child].name)
    }
    if tree[declaration].kind == .accessor, tree[declaration].name != 0 {
      collector.locals.insert(tree[declaration].name)
    }
    collector.collectLocals(block)
    collector.walk(block)
    return collector.effects
  }

  private mutating func collectLocals(_ block: NodeID) {
    for id in tree.descendants(block) {
      switch tree[id].kind {
      case .bindPattern, .param: locals.insert(tree[id].name)
      case .capture where tree.firstChild(id) != nil: locals.insert(tree[id].name)
      default: break
      }
    }
  }

  private mutating func walk(_ root: NodeID) {
    var index = Int(root.index) + 1
    let end = Int(tree[root].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      let node = tree.nodes[index]
      switch node.kind {
      case .assign:
        noteTarget(id)
      case .inoutExpr:
        if let target = tree.firstChild(id) { noteWrite(target) }
      case .call:
        noteCall(id)
        if spawnsTask(id) {
          index = Int(node.subtreeEnd)
          continue
        }
      case .awaitExpr:
        effects.suspends = true
      case .forStmt where node.flags.contains(.isAwait):
        effects.suspends = true
      case .identifier:
        noteRead(id)
      case .member:
        if isSelf(tree.firstChild(id)) { noteRead(id) }
      case .typeDecl, .funcDecl:
        index = Int(node.subtreeEnd)
        continue
      default: break
      }
      index += 1
    }
  }

  private func isSelf(_ id: NodeID?) -> Bool {
    guard let id else { return false }
    let node = tree[id]
    if node.kind == .identifier { return tree.name(id) == "self" }
    if node.kind == .optionalChain || node.kind == .forceUnwrap {
      return isSelf(tree.firstChild(id))
    }
    return false
  }

  private mutating func noteTarget(_ assignment: NodeID) {
    guard let target = tree.firstChild(assignment) else { return }
    if tree.name(assignment) == "=", let root = AccessRoot.find(target, in: tree) {
      targets.insert(root)
    }
    if tree[target].kind == .tupleExpr {
      for element in tree.children(target) {
        if let value = tree.firstChild(element) { noteWrite(value) }
      }
    } else {
      noteWrite(target)
    }
  }

  /// Notes a change of the member or global at the root of an access path.
  private mutating func noteWrite(_ path: NodeID) {
    guard let root = AccessRoot.find(path, in: tree), !isLocal(root) else { return }
    if writtenNames.insert(tree[root].name).inserted {
      effects.writes.append(.init(name: tree.name(root), node: root))
    }
  }

  private func isLocal(_ root: NodeID) -> Bool {
    tree[root].kind == .identifier && locals.contains(tree[root].name)
  }

  private mutating func noteRead(_ id: NodeID) {
    let name = tree[id].name
    guard !isLocal(id), !targets.contains(id) else { return }
    if readNames.insert(name).inserted {
      effects.reads.append(.init(name: tree.name(id), node: id))
    }
  }

  private mutating func noteCall(_ id: NodeID) {
    guard var callee = tree.firstChild(id), tree[id].name != 0 else { return }
    // `handler?(x)` and `handler!(x)` call the same name as `handler(x)`.
    while [.optionalChain, .forceUnwrap].contains(tree[callee].kind),
      let inner = tree.firstChild(callee)
    { callee = inner }
    let isAwaited = tree.ancestors(id).prefix(6).contains { tree[$0].kind == .awaitExpr }
    var receiver = BodyEffects.Call.Receiver.implicit
    if tree[callee].kind == .member {
      guard let base = tree.firstChild(callee) else { return }
      if isSelf(base) {
        receiver = .implicit
      } else if let name = simpleName(base) {
        receiver = .name(name)
        if MutatingMembers.contains(tree.name(id)) { noteWrite(base) }
      } else {
        receiver = .other
        if MutatingMembers.contains(tree.name(id)) { noteWrite(base) }
      }
    } else if tree[callee].kind != .identifier {
      receiver = .other
    }
    effects.calls.append(
      .init(name: tree.name(id), receiver: receiver, node: id, isAwaited: isAwaited))
  }

  /// The name of `x`, `self.x`, `x?` and `x!`.
  private func simpleName(_ id: NodeID) -> String? {
    switch tree[id].kind {
    case .identifier: return tree.name(id)
    case .member where isSelf(tree.firstChild(id)): return tree.name(id)
    case .optionalChain, .forceUnwrap: return tree.firstChild(id).flatMap(simpleName)
    default: return nil
    }
  }

  private func spawnsTask(_ call: NodeID) -> Bool {
    guard let callee = tree.firstChild(call) else { return false }
    switch tree.name(call) {
    case "Task": return tree[callee].kind == .identifier
    case "detached", "immediate", "immediateDetached":
      return tree.firstChild(callee).map { tree.name($0) == "Task" } ?? false
    default: return false
    }
  }
}

/// Finds the member or name at the root of an access path.
enum AccessRoot {
  /// The identifier of `x.y[0].z`, or the member of `self.x.y`; `nil` if a call or literal is there.
  static func find(_ path: NodeID, in tree: Tree) -> NodeID? {
    var current = path
    while true {
      guard let base = tree.firstChild(current) else {
        return tree[current].kind == .identifier ? current : nil
      }
      switch tree[current].kind {
      case .member:
        if tree[base].kind == .identifier, tree.name(base) == "self" { return current }
        if tree[base].kind == .optionalChain || tree[base].kind == .forceUnwrap,
          let inner = tree.firstChild(base), tree[inner].kind == .identifier,
          tree.name(inner) == "self"
        {
          return current
        }
        current = base
      case .subscriptExpr, .optionalChain, .forceUnwrap: current = base
      case .identifier: return current
      default: return nil
      }
    }
  }
}

/// Names of methods that change the collection or value that they are called on.
public enum MutatingMembers {
  /// Whether a method of this name changes its receiver.
  public static func contains(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "popFirst", "popLast", "updateValue", "formUnion", "formIntersection",
    "formSymmetricDifference", "subtract", "merge", "sort", "reverse", "shuffle", "swapAt",
    "toggle", "negate", "replaceSubrange", "reserveCapacity", "prepend",
  ]
}
