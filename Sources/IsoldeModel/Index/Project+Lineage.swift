extension Project {
  /// The class that a type inherits, if the project declares it.
  public func superclass(of id: TypeID) -> TypeID? {
    let entry = self[id]
    for inherited in entry.inherited {
      if let found = type(
        named: inherited.base, in: id, module: entry.module), found != id,
        self[found].kind == .classType
      {
        return found
      }
    }
    return nil
  }

  /// A type and the classes that it inherits in the project, the nearest first.
  ///
  /// Broken source can make classes inherit each other; the line ends after eight.
  public func lineage(of id: TypeID?) -> some Sequence<TypeID> {
    sequence(state: (next: id, count: 0)) { state -> TypeID? in
      guard let current = state.next, state.count < 8 else { return nil }
      state = (self.superclass(of: current), state.count + 1)
      return current
    }
  }
}
