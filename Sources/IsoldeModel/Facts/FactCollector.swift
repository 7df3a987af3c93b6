import IsoldeTree

/// Reads the declarations of one file.
public struct FactCollector {
  private let tree: Tree
  private var facts = FileFacts()

  private init(_ tree: Tree) { self.tree = tree }

  /// The facts of a file.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public static func collect(_ tree: Tree) -> FileFacts {
    var collector = FactCollector(tree)
    collector.readItems(of: .root, type: nil)
    return collector.facts
  }

  private mutating func readItems(of parent: NodeID, type: Int?) {
    for item in tree.children(parent) { read(item, type: type) }
  }

  private mutating func read(_ item: NodeID, type: Int?) {
    switch tree[item].kind {
    case .importDecl:
      facts.imports.append(tree.name(item))
    case .typeDecl:
      readType(item, outer: type)
    case .funcDecl, .initDecl, .deinitDecl, .subscriptDecl:
      readFunction(item, type: type)
    case .varDecl:
      readVariable(item, type: type)
    case .ifConfig:
      for clause in tree.children(item) { readItems(of: clause, type: type) }
    default:
      break
    }
  }

  private mutating func readType(_ node: NodeID, outer: Int?) {
    let name = tree.name(node)
    let prefix = outer.map { facts.types[$0].qualifiedName + "." } ?? ""
    var fact = TypeFact(
      qualifiedName: prefix + name, kind: tree[node].detail, node: node, flags: tree[node].flags,
      attributes: attributeNames(node), inherited: [], unchecked: [], preconcurrency: [])
    for child in tree.children(node) where tree[child].kind == .typeRef {
      let type = TypeName(child, in: tree)
      fact.inherited.append(type)
      if tree.hasAttribute(child, "unchecked") { fact.unchecked.append(type.base) }
      if tree.hasAttribute(child, "preconcurrency") { fact.preconcurrency.append(type.base) }
    }
    facts.types.append(fact)
    readItems(of: node, type: facts.types.count - 1)
  }

  // MARK: - Functions

  private mutating func readFunction(_ node: NodeID, type: Int?) {
    let kind: FunctionFact.Kind
    switch tree[node].kind {
    case .initDecl: kind = .initializer
    case .deinitDecl: kind = .deinitializer
    default: kind = .function
    }
    var fact = FunctionFact(
      name: tree.name(node), kind: kind, node: node, flags: tree[node].flags,
      attributes: attributeNames(node), hasBody: tree.child(node, .block) != nil)
    for child in tree.children(node) {
      switch tree[child].kind {
      case .param: fact.parameters.append(parameter(child))
      case .typeRef: fact.result = TypeName(child, in: tree)
      case .accessor:
        add(accessor(child, of: fact.name, flags: fact.flags, .subscriptAccessor), type)
      default: break
      }
    }
    guard tree[node].kind != .subscriptDecl else { return }
    fact.effects = EffectCollector.effects(of: node, in: tree)
    add(fact, type)
  }

  private func parameter(_ node: NodeID) -> FunctionFact.Parameter {
    let children = Array(tree.children(node))
    let type = children.first { tree[$0].kind == .typeRef }
    return FunctionFact.Parameter(
      label: tree.label(node), name: tree.name(node),
      type: type.map { TypeName($0, in: tree) } ?? TypeName(""),
      hasDefault: children.last.map { tree[$0].kind != .typeRef && tree[$0].kind != .attribute }
        ?? false)
  }

  private mutating func add(_ function: FunctionFact, _ type: Int?) {
    if let type {
      facts.types[type].functions.append(function)
    } else {
      facts.functions.append(function)
    }
  }

  // MARK: - Variables

  private mutating func readVariable(_ node: NodeID, type: Int?) {
    let attributes = attributeNames(node)
    for binding in tree.children(node) where tree[binding].kind == .binding {
      readBinding(binding, of: node, attributes: attributes, type: type)
    }
  }

  private mutating func readBinding(
    _ binding: NodeID, of declaration: NodeID, attributes: [String], type: Int?
  ) {
    var names: [NodeID] = []
    var declared: TypeName?
    var value: NodeID?
    var accessors: [NodeID] = []
    for child in tree.children(binding) {
      switch tree[child].kind {
      case .bindPattern: names.append(child)
      case .tuplePattern:
        names += tree.descendants(child).filter { tree[$0].kind == .bindPattern }
      case .typeRef: declared = declared ?? TypeName(child, in: tree)
      case .accessor: accessors.append(child)
      case .wildcard: break
      default: value = value ?? child
      }
    }
    let observers: Set<Node.Detail> = [.willSet, .didSet]
    let observes = accessors.contains { observers.contains(tree[$0].detail) }
    let isRequirement = type.map { facts.types[$0].kind == .protocolType } ?? false
    for name in names {
      let fact = PropertyFact(
        name: tree.name(name), node: binding, declaration: declaration,
        type: declared ?? value.flatMap { InitialValueType.type(of: $0, in: tree) },
        isTypeExplicit: declared != nil, flags: tree[declaration].flags, attributes: attributes,
        isStored: (accessors.isEmpty || observes) && !isRequirement, hasObservers: observes,
        isAsync: accessors.contains { tree[$0].flags.contains(.isAsync) }, value: value)
      if let type {
        facts.types[type].properties.append(fact)
      } else {
        facts.properties.append(fact)
      }
      for item in accessors {
        add(accessor(item, of: fact.name, flags: fact.flags, kind(of: item)), type)
      }
    }
  }

  private func kind(of accessor: NodeID) -> FunctionFact.Kind {
    switch tree[accessor].detail {
    case .getter: .getter
    case .willSet, .didSet: .observer
    default: .setter
    }
  }

  private func accessor(
    _ node: NodeID, of name: String, flags: Node.Flags, _ kind: FunctionFact.Kind
  ) -> FunctionFact {
    var fact = FunctionFact(
      name: name, kind: kind, node: node, flags: flags.union(tree[node].flags),
      attributes: attributeNames(node), hasBody: tree.child(node, .block) != nil)
    fact.effects = EffectCollector.effects(of: node, in: tree)
    return fact
  }

  private func attributeNames(_ node: NodeID) -> [String] {
    tree.attributes(node).map(tree.name)
  }
}

/// Reads the type that an initial value names, such as `NSLock()` or `[Int: Task<Void, Never>]()`.
enum InitialValueType {
  static func type(of value: NodeID, in tree: Tree) -> TypeName? {
    switch tree[value].kind {
    case .call:
      return tree.firstChild(value).flatMap { callee($0, in: tree) }
        .map { withState($0, of: value, in: tree) }
    case .awaitExpr, .tryExpr, .forceUnwrap:
      return tree.firstChild(value).flatMap { type(of: $0, in: tree) }
    case .literal:
      switch tree[value].detail {
      case .boolean: return TypeName("Bool")
      case .integer: return TypeName("Int")
      case .float: return TypeName("Double")
      case .string: return TypeName("String")
      default: return nil
      }
    case .cast:
      guard let target = tree.lastChild(value), tree[target].kind == .typeRef else { return nil }
      var name = TypeName(target, in: tree)
      if tree[value].detail == .optional { name.isOptional = true }
      return name
    default:
      return nil
    }
  }

  /// Locks that hold state take their generic argument from the initial value: `Mutex(State())`.
  private static func withState(_ type: TypeName, of call: NodeID, in tree: Tree) -> TypeName {
    guard type.arguments.isEmpty, stateBoxes.contains(type.base),
      let argument = tree.arguments(call).first, let state = tree.firstChild(argument),
      let inner = self.type(of: state, in: tree)
    else { return type }
    return TypeName(type.base, [inner], isOptional: type.isOptional)
  }

  private static let stateBoxes: Set<String> = [
    "Mutex", "OSAllocatedUnfairLock", "NIOLockedValueBox", "ManagedCriticalState", "LockIsolated",
    "Locked", "Protected",
  ]

  private static func callee(_ node: NodeID, in tree: Tree) -> TypeName? {
    switch tree[node].kind {
    case .identifier:
      let name = tree.name(node)
      return isTypeLike(name) ? TypeName(name) : nil
    case .member:
      guard let base = tree.firstChild(node) else { return nil }
      if tree.name(node) == "init" { return callee(base, in: tree) }
      guard isTypeLike(tree.name(node)), let outer = callee(base, in: tree) else { return nil }
      return TypeName(outer.base + "." + tree.name(node))
    case .specialization:
      guard let base = tree.firstChild(node), var type = callee(base, in: tree) else { return nil }
      type.arguments = tree.children(node).filter { tree[$0].kind == .typeRef }
        .map { TypeName($0, in: tree) }
      return type
    case .arrayExpr:
      return TypeName(
        "Array", tree.firstChild(node).flatMap { callee($0, in: tree) }.map { [$0] } ?? [])
    case .dictionaryExpr:
      return TypeName("Dictionary", tree.children(node).compactMap { callee($0, in: tree) })
    case .typeRef:
      return TypeName(node, in: tree)
    default:
      return nil
    }
  }

  private static func isTypeLike(_ name: String) -> Bool {
    name.first?.isUppercase ?? false || name.hasPrefix("os_unfair_lock")
  }
}
