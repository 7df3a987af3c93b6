import IsoldeTree

extension Project {
  /// A function with its flow, built anew; `nil` if its body is not there or was not parsed.
  ///
  /// Rules that follow a call ask for it; what they keep of it is their own business.
  public func code(of id: FunctionID) -> CodeContext? {
    let entry = self[id]
    let tree = units[entry.unit].tree
    guard !tree.isSkeleton, let block = tree.child(entry.fact.node, .block),
      !tree[block].flags.contains(.isBlanked)
    else { return nil }
    let flow = FlowBuilder.build(
      entry.fact.node, in: tree, isolation: entry.isolation, isAsync: entry.fact.isAsync)
    return CodeContext(
      project: self, unit: entry.unit, tree: tree, node: entry.fact.node, function: id,
      type: entry.type, flow: flow)
  }

  /// The ids of all functions.
  public var functionIDs: some Sequence<FunctionID> {
    functions.indices.lazy.map { FunctionID(index: $0) }
  }

  /// The ids of the functions that a file declares, in source order.
  public func functionIDs(in unit: Int) -> [FunctionID] {
    functionByNode[unit].values.sorted { $0.index < $1.index }
  }

  /// The global functions of a name.
  public func globalFunctions(named name: String) -> [FunctionID] { globalFunctions[name] ?? [] }

  /// The member functions of a name, of every type.
  public func memberFunctions(named name: String) -> [FunctionID] { memberFunctions[name] ?? [] }

  /// The result of an analysis of the whole project, made once and shared by all rules.
  ///
  /// - Parameter make: Makes the result; its type is the key.
  /// - Returns: The result.
  public func analysis<Value: Sendable>(_ make: (Project) -> Value) -> Value {
    memo.value { make(self) }
  }
}
