import IsoldeModel
import IsoldeTree

/// Finds closures that main-actor code hands to a function, also in bodies that were not parsed.
struct MainActorClosures {
  private let project: Project
  private let unit: Int

  /// - Parameters:
  ///   - project: The project.
  ///   - unit: The file for which the question is asked; its module is searched.
  init(_ project: Project, _ unit: Int) {
    self.project = project
    self.unit = unit
  }

  /// Something that only the main actor may touch, in a closure.
  struct Use {
    let function: FunctionID
    let unit: Int
    let range: Range<Int>
    let name: String
  }

  /// The first closure that code of the main actor passes for a parameter and that touches state of
  /// the main actor.
  func first(passedTo setter: StoredClosures.Setter) -> Use? {
    let target = project[setter.function]
    let name =
      target.fact.kind == .initializer ? target.type.map { project[$0].name } : target.fact.name
    guard let name else { return nil }
    for index in project.functions.indices {
      let caller = project.functions[index]
      guard caller.isolation == .mainActor, let type = caller.type else { continue }
      for call in caller.fact.effects.calls where call.name == name {
        guard isCall(call, of: target, from: caller), standsInBody(call.node, caller),
          let range = closure(of: call.node, for: setter.parameter, in: caller.unit),
          let use = MainActorClosures(project, caller.unit).use(
            in: range, of: caller.fact.node, type)
        else { continue }
        return use
      }
    }
    return nil
  }

  /// The first use of main-actor state in a range of a function's body.
  func use(in range: Range<Int>, of function: NodeID, _ type: TypeID) -> Use? {
    let tree = project.units[unit].tree
    let entry = project[type]
    guard entry.isolation == .mainActor, let block = tree.child(function, .block),
      let id = project.function(at: function, in: unit)
    else { return nil }
    for node in tree.descendants(block)
    where range.lowerBound < Int(tree[node].start) && Int(tree[node].end) <= range.upperBound {
      guard let name = memberName(node, tree), !hops(node, within: range, tree) else { continue }
      if tree.parent(node).map({ tree[$0].kind == .call && tree.firstChild($0) == node }) ?? false {
        guard let callees = entry.functions[name], !callees.isEmpty,
          callees.allSatisfy({ project[$0].isolation == .mainActor && !project[$0].fact.isAsync })
        else { continue }
        return Use(function: id, unit: unit, range: tree[node].range, name: name)
      }
      guard let property = entry.properties[name]?.fact, property.isMutable, !property.isStatic,
        !property.flags.contains(.isNonisolated), !property.flags.contains(.isNonisolatedUnsafe)
      else { continue }
      return Use(function: id, unit: unit, range: tree[node].range, name: name)
    }
    return nil
  }

  /// The member of `self` that a node names; a name of a local counts as well, which the caller's
  /// look-up in the type's members makes unlikely.
  private func memberName(_ node: NodeID, _ tree: Tree) -> String? {
    switch tree[node].kind {
    case .identifier:
      // In `self.x` and `other.x` the member decides.
      return tree.name(node)
    case .member:
      guard let base = tree.firstChild(node), tree.name(tree.unwrapped(base)) == "self" else {
        return nil
      }
      return tree.name(node)
    default:
      return nil
    }
  }

  /// Whether a closure between a node and the range sends it somewhere else.
  private func hops(_ node: NodeID, within range: Range<Int>, _ tree: Tree) -> Bool {
    for ancestor in tree.ancestors(node) {
      guard range.lowerBound < Int(tree[ancestor].start) else { return false }
      guard tree[ancestor].kind == .closure, let call = tree.call(takingClosure: ancestor) else {
        continue
      }
      if !SequenceWork.contains(tree.name(call)) { return true }
    }
    return false
  }

  /// Whether a call means the target: by the type of what it is made on.
  private func isCall(
    _ call: BodyEffects.Call, of target: FunctionEntry, from caller: FunctionEntry
  ) -> Bool {
    switch call.receiver {
    case .implicit:
      if target.fact.kind == .initializer { return true }
      return target.type == caller.type
    case .name(let name):
      guard let owner = target.type, let type = caller.type else { return false }
      if name == project[owner].name { return true }
      let declared =
        caller.fact.parameters.first { $0.name == name }?.type
        ?? project[type].properties[name]?.fact.type
      guard let declared else { return false }
      return project.type(
        named: declared.unwrapped.base, in: type, module: project.units[caller.unit].module)
        == owner
    case .other:
      return false
    }
  }

  /// Whether a call stands in the function itself, not in a closure that may run elsewhere.
  private func standsInBody(_ call: NodeID, _ caller: FunctionEntry) -> Bool {
    let tree = project.units[caller.unit].tree
    return tree.function(around: call) == caller.fact.node
  }

  /// The bytes of the closure that a call passes for a parameter.
  private func closure(
    of call: NodeID, for parameter: FunctionFact.Parameter, in unit: Int
  ) -> Range<Int>? {
    let tree = project.units[unit].tree
    if let closure = tree.closures(call).first(where: { isArgument($0, for: parameter, tree) }) {
      return tree.attributes(closure).isEmpty ? tree[closure].range : nil
    }
    guard let callee = tree.firstChild(call), tree.arguments(call).isEmpty else { return nil }
    return TrailingClosureText.range(after: Int(tree[callee].end), tree)
  }

  private func isArgument(
    _ closure: NodeID, for parameter: FunctionFact.Parameter, _ tree: Tree
  ) -> Bool {
    guard let argument = tree.parent(closure) else { return false }
    let label = tree.label(argument)
    return label == parameter.label || (label.isEmpty && tree[argument].flags.contains(.isTrailing))
  }
}

/// Finds the trailing closure of a call in text that was not parsed.
enum TrailingClosureText {
  static func range(after offset: Int, _ tree: Tree) -> Range<Int>? {
    let bytes = tree.text.bytes
    var index = skipSpaces(offset, bytes)
    if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
      guard let end = matching(index, bytes) else { return nil }
      index = skipSpaces(end, bytes)
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "{"), let end = matching(index, bytes)
    else { return nil }
    return index..<end
  }

  private static func skipSpaces(_ start: Int, _ bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    return index
  }

  /// The byte after the bracket that closes the one at an offset.
  private static func matching(_ start: Int, _ bytes: [UInt8]) -> Int? {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: continue
      }
    }
    return nil
  }
}
