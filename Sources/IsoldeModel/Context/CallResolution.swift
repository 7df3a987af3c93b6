import IsoldeTree

extension CodeContext {
  /// The function of the project that a call means, if the names leave only one.
  public func callee(of call: NodeID) -> FunctionID? {
    let name = tree.name(call)
    guard !name.isEmpty else { return nil }
    if let base = tree.receiver(call) {
      let receiver = tree.unwrapped(base)
      if tree[receiver].kind == .identifier, tree.name(receiver) == "self" {
        return type.flatMap { member(name, of: $0, call) }
      }
      guard let owner = ownerType(of: base) else { return nil }
      return member(name, of: owner, call)
    }
    guard let callee = tree.firstChild(call), tree[callee].kind == .identifier else { return nil }
    if local(named: tree[callee].name, at: callee) != nil { return nil }
    if let type, let found = member(name, of: type, call) { return found }
    return pick(project.globalFunctions[name] ?? [], call)
  }

  /// The type that a call is made on: that of a value, or the type that is named.
  public func ownerType(of base: NodeID) -> TypeID? {
    if let entry = entry(of: base) { return entry.id }
    let receiver = tree.unwrapped(base)
    guard tree[receiver].kind == .identifier, tree.name(receiver).first?.isUppercase ?? false else {
      return nil
    }
    return project.type(
      named: tree.name(receiver), in: type, module: project.units[unit].module, unit: unit)
  }

  private func member(_ name: String, of type: TypeID, _ call: NodeID) -> FunctionID? {
    for id in project.lineage(of: type) {
      if let found = pick(project[id].functions[name] ?? [], call) { return found }
    }
    return nil
  }

  /// The one candidate that a call's labels fit.
  private func pick(_ candidates: [FunctionID], _ call: NodeID) -> FunctionID? {
    let functions = candidates.filter { project[$0].fact.kind == .function }
    guard !functions.isEmpty else { return nil }
    let arguments = tree.arguments(call)
    let labels = arguments.filter { !tree[$0].flags.contains(.isTrailing) }.map { tree.label($0) }
    let trailing = arguments.count - labels.count
    let fitting = functions.filter {
      project[$0].fact.accepts(labels: labels, trailingClosures: trailing)
    }
    if fitting.count <= 1 { return fitting.first }
    // Several files can have private functions, or types, of one name.
    let here = fitting.filter { project[$0].unit == unit }
    return here.count == 1 ? here[0] : nil
  }
}
