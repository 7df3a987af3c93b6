import IsoldeTree

extension Project {
  /// The function that a call means, as far as the names of members and the types of properties tell.
  ///
  /// This serves bodies that were not parsed; where there is a flow, `CodeContext.callee(of:)` knows
  /// the types of locals and the labels as well. A name that several functions share means none.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - function: The function whose body it stands in.
  /// - Returns: The function that is called, or `nil` if the project does not tell.
  public func callee(of call: BodyEffects.Call, in function: FunctionID) -> FunctionID? {
    let entry = self[function]
    switch call.receiver {
    case .implicit:
      if let type = entry.type, let found = member(call.name, of: type) { return found }
      return only(globalFunctions[call.name] ?? [])
    case .name(let receiver):
      return owner(named: receiver, in: entry).flatMap { member(call.name, of: $0) }
    case .other:
      return nil
    }
  }

  /// The type of a property or global of a name, or the type of that name itself.
  private func owner(named name: String, in function: FunctionEntry) -> TypeID? {
    let module = units[function.unit].module
    if let property = property(named: name, of: function.type) ?? only(globals[name] ?? []) {
      guard let type = property.fact.type else { return nil }
      return self.type(
        named: type.unwrapped.base, in: function.type, module: module, unit: function.unit)
    }
    guard name.first?.isUppercase ?? false else { return nil }
    return type(named: name, in: function.type, module: module, unit: function.unit)
  }

  private func property(named name: String, of type: TypeID?) -> PropertyEntry? {
    for id in lineage(of: type) {
      if let entry = self[id].properties[name] { return entry }
    }
    return nil
  }

  private func member(_ name: String, of type: TypeID) -> FunctionID? {
    for id in lineage(of: type) {
      if let candidates = self[id].functions[name] { return only(candidates) }
    }
    return nil
  }

  private func only(_ candidates: [FunctionID]) -> FunctionID? {
    let functions = candidates.filter { self[$0].fact.kind == .function }
    return functions.count == 1 ? functions[0] : nil
  }

  private func only(_ candidates: [PropertyEntry]) -> PropertyEntry? {
    candidates.count == 1 ? candidates[0] : nil
  }
}
