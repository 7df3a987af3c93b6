import IsoldeModel
import IsoldeTree

/// Every access that the code of a type makes to its own stored properties.
struct MemberAccesses: Sendable {
  /// One access.
  struct Access: Sendable {
    /// The property's name.
    var property: String
    /// Whether the property gets a new value or is changed in place.
    var isWrite: Bool
    /// The function, accessor or initializer.
    var function: FunctionID
    /// The file.
    var unit: Int
    /// The place.
    var node: NodeID
    /// Where the code at the place runs.
    var isolation: Isolation
    /// The locks and queues that are held there.
    var locks: Set<HeldLocks.Lock>
    /// What starts the body in which the place lies.
    var role: FlowGraph.BodyRole
    /// Whether the place lies in code that was not parsed and calls something that may take a lock.
    var isDoubtful = false

    /// The bytes of the property's name at the place.
    func range(in tree: Tree) -> Range<Int> {
      let range = tree[node].range
      let text = tree.source(node)
      let start = text.hasPrefix("self.") ? "self.".utf8.count : 0
      guard text.dropFirst(start).hasPrefix(property) else { return range }
      let lower = range.lowerBound + start
      return lower..<lower + property.utf8.count
    }
  }

  /// A call of a function of the same type on the same instance.
  struct Call: Sendable {
    /// The function that is called.
    var callee: FunctionID
    /// The function that calls it.
    var function: FunctionID
    /// The locks and queues that are held at the call.
    var locks: Set<HeldLocks.Lock>
    /// What starts the body in which the call stands.
    var role: FlowGraph.BodyRole
  }

  /// The accesses, in the order of the functions.
  private(set) var accesses: [Access] = []
  /// The calls between functions of the type, to which reads of its computed properties belong.
  private(set) var calls: [Call] = []
  private var getters: [String: FunctionID] = [:]

  /// Reads every body of a type that the project has.
  ///
  /// - Complexity: O(*n*) in the size of the bodies.
  init(_ type: TypeEntry, in project: Project) {
    for id in type.functions.values.joined() where project[id].fact.kind == .getter {
      getters[project[id].fact.name] = id
    }
    for id in type.functions.values.joined().sorted(by: { $0.index < $1.index }) {
      if let code = project.code(of: id) {
        read(code, id)
      } else {
        readSketch(id, type, project)
      }
    }
  }

  private mutating func read(_ code: CodeContext, _ id: FunctionID) {
    let held = code.heldLocks
    for (index, point) in code.flow.points.enumerated() {
      let role = code.flow.bodies[point.body].role
      switch point.kind {
      case .read, .write, .modify:
        if let getter = getter(of: point.path, code) {
          calls.append(
            Call(
              callee: getter, function: id, locks: Set(held.held(at: index).map(\.lock)),
              role: role))
        }
        guard let name = property(of: point.path, code) else { continue }
        accesses.append(
          Access(
            property: name, isWrite: point.kind != .read && changes(point.path, code), function: id,
            unit: code.unit,
            node: point.node, isolation: code.flow.isolation(at: index),
            locks: Set(held.held(at: index).map(\.lock)), role: role))
      case .call:
        guard let callee = code.callee(of: point.node), code.tree.isOnSelf(point.node) else {
          continue
        }
        calls.append(
          Call(
            callee: callee, function: id, locks: Set(held.held(at: index).map(\.lock)),
            role: role))
      default: break
      }
    }
  }

  private func getter(of path: PathID, _ code: CodeContext) -> FunctionID? {
    guard path != .none, let name = code.memberName(of: path), let getter = getters[name],
      code.flow.local(of: path) == nil
    else { return nil }
    return getter
  }

  private func property(of path: PathID, _ code: CodeContext) -> String? {
    guard path != .none, let name = code.memberName(of: path),
      let property = code.property(of: path),
      property.fact.isStored, !property.fact.isStatic
    else { return nil }
    // A local that stands for a member is a copy unless it is an element of a collection.
    guard code.flow.local(of: path) == nil else { return nil }
    return name
  }

  /// Whether a change of a path changes the property at its root: not if the path goes on through a
  /// reference, or through a type that is not known.
  private func changes(_ path: PathID, _ code: CodeContext) -> Bool {
    let steps = code.flow.originSteps(of: path).filter { code.flow.paths.step($0) != .instance }
    guard steps.count > 1 else { return true }
    if code.flow.paths.step(steps[1]) == .element, steps.count == 2 { return true }
    guard let type = code.property(of: path)?.fact.type, let entry = code.entry(of: type) else {
      return false
    }
    return entry.kind == .structType || entry.kind == .enumType
  }

  private mutating func readSketch(_ id: FunctionID, _ type: TypeEntry, _ project: Project) {
    let entry = project[id]
    // What is not parsed has no lock that is known by name.
    let isDoubtful = entry.fact.effects.calls.contains { !MutatingMembers.contains($0.name) }
    let writes = entry.fact.effects.writes.map { ($0, true) }
    // What changes in place is noted as read as well.
    let changed = Set(writes.map(\.0.node))
    let reads = entry.fact.effects.reads.filter { !changed.contains($0.node) }.map { ($0, false) }
    for (access, _) in reads {
      guard let getter = getters[access.name] else { continue }
      calls.append(Call(callee: getter, function: id, locks: [], role: .declaration))
    }
    for (access, isWrite) in reads + writes {
      guard let property = type.properties[access.name], property.fact.isStored,
        !property.fact.isStatic
      else { continue }
      accesses.append(
        Access(
          property: access.name, isWrite: isWrite, function: id, unit: entry.unit,
          node: access.node, isolation: entry.isolation, locks: [], role: .declaration,
          isDoubtful: isDoubtful))
    }
    for call in entry.fact.effects.calls where call.receiver == .implicit {
      for callee in type.functions[call.name] ?? [] where project[callee].fact.kind == .function {
        calls.append(Call(callee: callee, function: id, locks: [], role: .declaration))
      }
    }
  }
}
