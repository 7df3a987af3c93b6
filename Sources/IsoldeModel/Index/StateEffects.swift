import IsoldeTree

/// What calling a function does to the properties of its own instance, before it first suspends
/// anywhere: the synchronous calls it makes on `self` are followed.
public struct StateEffects: Sendable {
  /// A property and where it is touched.
  public struct Access: Sendable {
    /// The property's name.
    public var property: String
    /// The function whose source touches it.
    public var function: FunctionID
    /// The place in that function.
    public var node: NodeID
  }

  /// The properties that are read.
  public var reads: [Access] = []
  /// The properties that are changed.
  public var writes: [Access] = []
  /// Whether the function itself awaits.
  public var suspends = false
}

/// Follows synchronous calls on `self` and adds up what they do.
struct StateEffectCollector {
  let types: [TypeEntry]
  let functions: [FunctionEntry]
  private var known: [Int: StateEffects] = [:]

  init(types: [TypeEntry], functions: [FunctionEntry]) {
    self.types = types
    self.functions = functions
  }

  mutating func effects(of id: FunctionID) -> StateEffects {
    if let effects = known[id.index] { return effects }
    // Recursion adds nothing that the first visit does not see.
    known[id.index] = StateEffects()
    let function = functions[id.index]
    guard let typeID = function.type else { return StateEffects() }
    let type = types[typeID.index]
    var effects = StateEffects()
    effects.suspends = function.fact.effects.suspends
    for access in function.fact.effects.reads where type.properties[access.name] != nil {
      effects.reads.append(.init(property: access.name, function: id, node: access.node))
      addGetter(access.name, of: type, to: &effects)
    }
    for access in function.fact.effects.writes where type.properties[access.name] != nil {
      effects.writes.append(.init(property: access.name, function: id, node: access.node))
    }
    for call in function.fact.effects.calls where call.receiver == .implicit && !call.isAwaited {
      add(call, of: type, to: &effects)
    }
    known[id.index] = effects
    return effects
  }

  private mutating func add(
    _ call: BodyEffects.Call, of type: TypeEntry, to effects: inout StateEffects
  ) {
    guard let candidates = type.functions[call.name] else { return }
    for candidate in candidates where functions[candidate.index].fact.kind == .function {
      let inner = self.effects(of: candidate)
      add(inner.reads, to: &effects.reads)
      add(inner.writes, to: &effects.writes)
    }
  }

  private mutating func addGetter(
    _ property: String, of type: TypeEntry, to effects: inout StateEffects
  ) {
    guard let fact = type.properties[property]?.fact, !fact.isStored else { return }
    for candidate in type.functions[property] ?? []
    where functions[candidate.index].fact.kind == .getter {
      add(self.effects(of: candidate).reads, to: &effects.reads)
    }
  }

  private func add(_ accesses: [StateEffects.Access], to list: inout [StateEffects.Access]) {
    for access in accesses where !list.contains(where: { $0.property == access.property }) {
      list.append(access)
    }
  }
}

extension Project {
  /// What calling a function does to its own instance's properties.
  public func effects(of function: FunctionID) -> StateEffects { stateEffects[function.index] }
}
