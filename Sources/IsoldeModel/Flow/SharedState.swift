import IsoldeTree

/// The accesses of a body to properties that other code of the same isolation domain can change
/// whenever the body suspends.
public struct SharedState: Sendable {
  /// How a property is touched.
  public enum Kind: Sendable { case read, check, write, modify }

  /// One access.
  public struct Access: Sendable {
    /// The property's name.
    public var property: String
    /// How it is touched.
    public var kind: Kind
    /// The path, if the access stands in the body itself.
    public var path: PathID
    /// Where a called function touches it, if the access stands there.
    public var via: StateEffects.Access?
  }

  /// The accesses at each point of the graph.
  public private(set) var accesses: [[Access]]
  /// The points at which the task can really leave its domain.
  public private(set) var suspensions: Set<FlowGraph.PointID> = []
  /// Whether there is anything to ask: a suspension and a shared property.
  public var isEmpty: Bool { suspensions.isEmpty || accesses.allSatisfy(\.isEmpty) }

  /// Finds the accesses in a declaration.
  ///
  /// - Parameter code: The declaration.
  public init(_ code: CodeContext) {
    accesses = Array(repeating: [], count: code.flow.points.count)
    guard code.type != nil, code.flow.points.contains(where: { $0.kind == .suspend }) else {
      return
    }
    var reader = SharedStateReader(code: code, accesses: accesses)
    for point in code.flow.points.indices { reader.read(point) }
    accesses = reader.accesses
    suspensions = reader.suspensions
  }

  /// Whether a property's value can be changed by other code of the domain.
  public static func isShared(_ property: PropertyEntry, in type: TypeEntry) -> Bool {
    let fact = property.fact
    guard fact.isMutable, !fact.isStatic, !fact.flags.contains(.isNonisolated) else { return false }
    switch type.kind {
    case .actorType, .classType: return true
    case .structType:
      return !Set(fact.attributes).isDisjoint(with: ["State", "StateObject", "AppStorage"])
    default: return false
    }
  }
}

/// Reads the accesses off the points of a flow.
private struct SharedStateReader {
  let code: CodeContext
  var accesses: [[SharedState.Access]]
  var suspensions: Set<FlowGraph.PointID> = []

  mutating func read(_ index: FlowGraph.PointID) {
    let point = code.flow.points[index]
    guard code.flow.isolation(at: index).isIsolated else { return }
    switch point.kind {
    case .read: add(point.flags.contains(.isCondition) ? .check : .read, index)
    case .write: add(.write, index)
    case .modify: add(.modify, index)
    case .call: addEffects(of: index)
    case .suspend where suspends(index): suspensions.insert(index)
    default: break
    }
  }

  private mutating func add(_ kind: SharedState.Kind, _ index: FlowGraph.PointID) {
    let path = code.flow.points[index].path
    guard let name = code.memberName(of: path), let property = code.property(named: name),
      let type = code.typeEntry
    else { return }
    if property.fact.isStored {
      guard SharedState.isShared(property, in: type) else { return }
      accesses[index].append(.init(property: name, kind: kind, path: path))
    } else if kind == .read || kind == .check {
      addGetter(name, kind, index)
    }
  }

  /// A computed property reads what its getter reads.
  private mutating func addGetter(
    _ name: String, _ kind: SharedState.Kind, _ index: FlowGraph.PointID
  ) {
    guard let type = code.typeEntry else { return }
    for candidate in type.functions[name] ?? []
    where code.project[candidate].fact.kind == .getter {
      for access in code.project.effects(of: candidate).reads { add(access, kind, index) }
    }
  }

  private mutating func add(
    _ access: StateEffects.Access, _ kind: SharedState.Kind, _ index: FlowGraph.PointID
  ) {
    guard let type = code.typeEntry, let property = code.property(named: access.property),
      SharedState.isShared(property, in: type)
    else { return }
    accesses[index].append(
      .init(property: access.property, kind: kind, path: .none, via: access))
  }

  /// A synchronous call on `self` does at once what the function does.
  private mutating func addEffects(of index: FlowGraph.PointID) {
    let point = code.flow.points[index]
    guard let callee = ownFunction(point.node) else { return }
    let isAwaited = point.flags.contains(.isAwaited)
    if isAwaited, code.project.canSuspend(callee) { return }
    let effects = code.project.effects(of: callee)
    let kind = point.flags.contains(.isCondition) ? SharedState.Kind.check : .read
    for access in effects.reads { add(access, kind, index) }
    for access in effects.writes { add(access, .write, index) }
  }

  /// The method of the same instance that a call means.
  private func ownFunction(_ call: NodeID) -> FunctionID? {
    let tree = code.tree
    guard tree[call].kind == .call else { return nil }
    if let receiver = tree.receiver(call) {
      guard tree.name(tree.unwrapped(receiver)) == "self" else { return nil }
    }
    guard let callee = code.callee(of: call), let owner = code.project[callee].type else {
      return nil
    }
    return isOwn(owner) ? callee : nil
  }

  private func isOwn(_ owner: TypeID) -> Bool {
    code.project.lineage(of: code.type).contains(owner)
  }

  /// Whether the task can leave: not for a function of the same domain that never suspends.
  private func suspends(_ index: FlowGraph.PointID) -> Bool {
    let point = code.flow.points[index]
    let tree = code.tree
    guard tree[point.node].kind == .awaitExpr, let operand = tree.firstChild(point.node),
      let call = FlowBuilder.outermostCall(operand, tree), let callee = ownFunction(call)
    else { return true }
    guard code.project[callee].isolation == code.flow.isolation(at: index) else { return true }
    return code.project.canSuspend(callee)
  }
}

extension Project {
  /// Whether a call of a function from its own domain can suspend: an async function that only
  /// awaits such functions cannot.
  public func canSuspend(_ function: FunctionID) -> Bool {
    let fact = self[function].fact
    return fact.isAsync && (fact.effects.suspends || !fact.hasBody)
  }
}
