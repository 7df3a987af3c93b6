import IsoldeTree

extension CodeContext {
  /// The type of an expression as far as the names in the project tell; `nil` if they do not.
  public func type(of expression: NodeID) -> TypeName? {
    TypeInference(self).type(of: expression, depth: 0)
  }

  /// The declared type, with its members, that an expression has.
  public func entry(of expression: NodeID) -> TypeEntry? {
    type(of: expression).flatMap { entry(of: $0) }
  }

  /// The type in the project that a type name means here.
  public func entry(of name: TypeName) -> TypeEntry? {
    project.type(
      named: name.unwrapped.base, in: type, module: project.units[unit].module, unit: unit
    )
    .map { project[$0] }
  }

  /// The local that a name means at a place; `nil` if it is a member or global there.
  public func local(named name: UInt32, at place: NodeID) -> FlowGraph.Local? {
    var best: FlowGraph.Local?
    for local in flow.locals where local.name == name && local.node <= place {
      let owner = scope(of: local)
      guard tree.contains(owner, place) else { continue }
      if best.map({ $0.node <= local.node }) ?? true { best = local }
    }
    return best
  }

  /// The node in which a local can be seen.
  private func scope(of local: FlowGraph.Local) -> NodeID {
    switch local.kind {
    case .parameter, .closureParameter, .capture:
      return tree[local.node].kind == .closure
        ? local.node : tree.parent(local.node) ?? local.node
    default:
      return tree.ancestor(
        local.node, .block, .switchCase, .forStmt, .ifStmt, .whileStmt, .catchClause, .file
      )
      .map { tree[$0].kind == .ifStmt || tree[$0].kind == .whileStmt ? $0 : $0 } ?? node
    }
  }
}

/// Finds types by following names; it knows no overloads and stops where it would have to guess.
struct TypeInference {
  private let code: CodeContext
  private let tree: Tree

  init(_ code: CodeContext) {
    self.code = code
    tree = code.tree
  }

  func type(of node: NodeID, depth: Int) -> TypeName? {
    guard depth < 12 else { return nil }
    switch tree[node].kind {
    case .identifier: return named(node, depth)
    case .member: return member(node, depth)
    case .call: return call(node, depth)
    case .subscriptExpr:
      return tree.firstChild(node).flatMap { type(of: $0, depth: depth + 1) }?.element
    case .optionalChain, .forceUnwrap, .awaitExpr, .tryExpr:
      return tree.firstChild(node).flatMap { type(of: $0, depth: depth + 1) }?.unwrapped
    case .tupleExpr:
      let elements = Array(tree.children(node))
      guard elements.count == 1 else { return nil }
      return tree.firstChild(elements[0]).flatMap { type(of: $0, depth: depth + 1) }
    case .binary where tree.name(node) == "??":
      return tree.firstChild(node).flatMap { type(of: $0, depth: depth + 1) }?.unwrapped
    case .ternary:
      return tree.child(node, at: 1).flatMap { type(of: $0, depth: depth + 1) }
    default:
      return InitialValueType.type(of: node, in: tree)
    }
  }

  // MARK: - Names

  private func named(_ node: NodeID, _ depth: Int) -> TypeName? {
    let name = tree.name(node)
    if let local = code.local(named: tree[node].name, at: node) { return type(of: local, depth) }
    if name == "self" || name == "Self" { return code.typeEntry.map { TypeName($0.qualifiedName) } }
    if let property = code.property(named: name) { return type(of: property, depth) }
    if let globals = code.project.globals[name], globals.count == 1 {
      return type(of: globals[0], depth)
    }
    return nil
  }

  private func type(of local: FlowGraph.Local, _ depth: Int) -> TypeName? {
    if let type = local.type {
      let name = TypeName(type, in: tree)
      return local.kind == .binding ? name.unwrapped : name
    }
    guard let value = local.value else { return elementType(of: local, depth) }
    let type = type(of: value, depth: depth + 1)
    switch local.kind {
    case .binding: return type?.unwrapped
    case .loopElement: return type?.element
    default: return type
    }
  }

  /// The parameter of a closure that runs for each element of a collection.
  private func elementType(of local: FlowGraph.Local, _ depth: Int) -> TypeName? {
    guard local.kind == .closureParameter, local.source != .none,
      let closure = tree[local.node].kind == .closure ? local.node : tree.parent(local.node),
      let call = tree.call(takingClosure: closure), let receiver = tree.receiver(call)
    else { return nil }
    let type = type(of: receiver, depth: depth + 1)?.unwrapped
    return type?.element ?? type?.arguments.first
  }

  private func type(of property: PropertyEntry, _ depth: Int) -> TypeName? {
    if let type = property.fact.type { return type }
    guard let value = property.fact.value, property.unit == code.unit else { return nil }
    return type(of: value, depth: depth + 1)
  }

  // MARK: - Members and calls

  private func member(_ node: NodeID, _ depth: Int) -> TypeName? {
    guard let base = tree.firstChild(node) else { return nil }
    let name = tree.name(node)
    if tree[base].kind == .identifier {
      if let known = Self.knownMembers[tree.name(base) + "." + name] { return TypeName(known) }
      if tree.name(base) == "self", let property = code.property(named: name) {
        return type(of: property, depth)
      }
    }
    if let collection = type(of: base, depth: depth + 1)?.unwrapped,
      let known = CollectionTypes.member(name, of: collection)
    {
      return known
    }
    guard let owner = owner(of: base, depth) else { return nil }
    guard let property = owner.properties[name] else { return nil }
    return property.fact.type
  }

  /// The type in the project whose member is named: that of a value, or the type itself.
  private func owner(of base: NodeID, _ depth: Int) -> TypeEntry? {
    if let type = type(of: base, depth: depth + 1) { return code.entry(of: type) }
    let name = tree[base].kind == .identifier ? tree.name(base) : ""
    guard name.first?.isUppercase ?? false else { return nil }
    return code.entry(of: TypeName(name))
  }

  private func call(_ node: NodeID, _ depth: Int) -> TypeName? {
    let name = tree.name(node)
    if let base = tree.receiver(node) {
      if tree[base].kind == .identifier, let known = Self.knownMembers[tree.name(base) + "." + name]
      {
        return TypeName(known)
      }
      if let type = InitialValueType.type(of: node, in: tree) { return type }
      if let collection = type(of: base, depth: depth + 1)?.unwrapped,
        let known = CollectionTypes.result(of: name, on: collection)
      {
        return known
      }
      guard let owner = owner(of: base, depth) else { return nil }
      return result(of: owner.functions[name] ?? [])
    }
    if let type = InitialValueType.type(of: node, in: tree) { return type }
    if let type = code.type, let members = code.project[type].functions[name] {
      return result(of: members)
    }
    return result(of: code.project.globalFunctions[name] ?? [])
  }

  private func result(of candidates: [FunctionID]) -> TypeName? {
    let results = Set(candidates.map { code.project[$0].fact.result })
    return results.count == 1 ? results.first ?? nil : nil
  }

  private static let knownMembers: [String: String] = [
    "DispatchQueue.main": "DispatchQueue", "DispatchQueue.global": "DispatchQueue",
    "OperationQueue.main": "OperationQueue", "URLSession.shared": "URLSession",
    "FileManager.default": "FileManager", "NotificationCenter.default": "NotificationCenter",
    "UserDefaults.standard": "UserDefaults", "Bundle.main": "Bundle",
    "ProcessInfo.processInfo": "ProcessInfo", "RunLoop.main": "RunLoop",
    "RunLoop.current": "RunLoop", "Thread.current": "Thread",
  ]
}
