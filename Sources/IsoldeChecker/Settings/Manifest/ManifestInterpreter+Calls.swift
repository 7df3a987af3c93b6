import IsoldeTree

extension ManifestInterpreter {
  /// The value of a call.
  mutating func call(_ node: NodeID) -> ManifestValue {
    guard let callee = tree.firstChild(node).map({ tree.unwrapped($0) }) else { return .unknown }
    let name = tree.name(node)
    switch tree[callee].kind {
    case .arrayExpr:
      // `[SwiftSetting]()`.
      return .list([])
    case .closure:
      // `{ … }()`.
      return call(closure: callee, arguments(node).map(\.value))
    case .identifier:
      return callFunction(name, node)
    case .member:
      guard let receiver = tree.firstChild(callee) else { return make(name, node) }
      if isTypeName(receiver) { return make(name, node) }
      return callMethod(name, node, receiver)
    default:
      return .unknown
    }
  }

  /// `Target` in `Target.target(…)`, `PackageDescription.Target` in front of it.
  private mutating func isTypeName(_ node: NodeID) -> Bool {
    guard tree.name(node).first?.isUppercase == true else { return false }
    switch tree[node].kind {
    case .identifier:
      if case .symbol = value(ofName: tree.name(node)) { return true }
      return false
    case .member: return tree.firstChild(node).map { isTypeName($0) } ?? false
    default: return false
    }
  }

  private mutating func arguments(_ node: NodeID) -> [ManifestValue.Argument] {
    tree.arguments(node).map { argument in
      .init(
        label: tree.label(argument),
        value: tree.firstChild(argument).map { evaluate($0) } ?? .unknown
      )
    }
  }

  // MARK: - Functions

  private mutating func callFunction(_ name: String, _ node: NodeID) -> ManifestValue {
    for scope in scopes.reversed() {
      guard let value = scope[name] else { continue }
      guard case .closure(let closure) = value else { return .unknown }
      return call(closure: closure, arguments(node).map(\.value))
    }
    if let function = function(name, node, in: globals) { return call(function: function, node) }
    switch name {
    case "Set", "Array", "String":
      return arguments(node).first?.value ?? .list([])
    case "getenv":
      return .none
    default:
      // In an extension of `Target`, `target(…)` is its own.
      return make(name, node)
    }
  }

  /// Makes a package or target, calls a static function of the manifest, or just describes.
  private mutating func make(_ name: String, _ node: NodeID) -> ManifestValue {
    if let function = function(name, node, in: members) { return call(function: function, node) }
    let arguments = arguments(node)
    let isTarget =
      ManifestObject.targetMakers.contains(name) && arguments.contains { $0.label == "name" }
    guard isTarget || name == "Package" else { return .call(name, arguments) }
    var fields: [String: ManifestValue] = [:]
    for argument in arguments { fields[argument.label] = argument.value }
    objects.append(ManifestObject(maker: name, fields: fields))
    return .object(objects.count - 1)
  }

  /// The manifest's own function that a call means: its labels and what has no default must agree.
  private func function(_ name: String, _ node: NodeID, in place: Declarations) -> NodeID? {
    let labels = tree.arguments(node).filter { !tree[$0].flags.contains(.isTrailing) }
      .map { tree.label($0) }
    let count = tree.arguments(node).count
    return place.functions[name]?.first { function in
      let parameters = tree.children(function).filter { tree[$0].kind == .param }
      let own = parameters.map { tree.label($0) }
      let needed = parameters.filter { defaultValue(of: $0) == nil }.map { tree.label($0) }
      return labels.allSatisfy { own.contains($0) } && needed.count <= count
        && (labels.count < count || needed.allSatisfy { labels.contains($0) })
    }
  }

  private func defaultValue(of parameter: NodeID) -> NodeID? {
    tree.children(parameter).first {
      tree[$0].kind != .typeRef && tree[$0].kind != .attribute
    }
  }

  private mutating func call(function: NodeID, _ node: NodeID) -> ManifestValue {
    var remaining = tree.arguments(node)[...]
    var variables: [String: ManifestValue] = [:]
    var changed: [(parameter: String, argument: NodeID)] = []
    for parameter in tree.children(function) where tree[parameter].kind == .param {
      let name = tree.name(parameter)
      if let argument = remaining.first,
        tree.label(argument) == tree.label(parameter) || tree[argument].flags.contains(.isTrailing),
        let value = tree.firstChild(argument)
      {
        remaining = remaining.dropFirst()
        variables[name] = evaluate(value)
        if tree[value].kind == .inoutExpr { changed.append((name, value)) }
      } else {
        variables[name] = defaultValue(of: parameter).map { evaluate($0) } ?? .unknown
      }
    }
    let (value, final) = call(block: tree.child(function, .block), variables)
    for (parameter, argument) in changed {
      guard let target = tree.firstChild(argument) else { continue }
      set(target, to: final[parameter] ?? .unknown)
    }
    return value
  }

  /// Follows a closure.
  mutating func call(closure: NodeID, _ values: [ManifestValue]) -> ManifestValue {
    var variables: [String: ManifestValue] = [:]
    for (index, value) in values.enumerated() { variables["$\(index)"] = value }
    let parameters = tree.children(closure).filter { tree[$0].kind == .param }
    for (parameter, value) in zip(parameters, values) { variables[tree.name(parameter)] = value }
    return call(block: tree.child(closure, .block), variables).value
  }

  /// Follows a body with its own variables, and tells what they are at its end.
  mutating func call(
    block: NodeID?, _ variables: [String: ManifestValue]
  ) -> (value: ManifestValue, variables: [String: ManifestValue]) {
    guard let block else { return (.unknown, variables) }
    scopes.append(variables)
    lastValue = .unknown
    var value: ManifestValue
    switch run(Array(tree.children(block))) {
    case .returned(let result): value = result
    default: value = lastValue
    }
    lastValue = .unknown
    return (value, scopes.removeLast())
  }

  // MARK: - Methods

  private mutating func callMethod(
    _ name: String, _ node: NodeID, _ receiver: NodeID
  ) -> ManifestValue {
    switch evaluate(receiver) {
    case .none:
      return .none
    case .list(let elements):
      return callMethod(name, node, receiver, elements)
    case .string(let text):
      return callMethod(name, node, text)
    case .symbol:
      return make(name, node)
    case .object(let id):
      guard let method = members.functions[name]?.first else { return .unknown }
      scopes.append(["self": .object(id)])
      defer { scopes.removeLast() }
      return call(function: method, node)
    default:
      if Self.changing.contains(name) { forget(receiver) }
      return .unknown
    }
  }

  private mutating func callMethod(
    _ name: String, _ node: NodeID, _ text: String
  ) -> ManifestValue {
    let argument = arguments(node).first?.value.text
    switch (name, argument) {
    case ("hasPrefix", let part?): return .bool(text.hasPrefix(part))
    case ("hasSuffix", let part?): return .bool(text.hasSuffix(part))
    case ("contains", let part?): return .bool(text.contains(part))
    case ("lowercased", nil): return .string(text.lowercased())
    default: return .unknown
    }
  }

  private mutating func callMethod(
    _ name: String, _ node: NodeID, _ receiver: NodeID, _ elements: [ManifestValue]
  ) -> ManifestValue {
    let arguments = arguments(node)
    let first = arguments.first
    switch name {
    case "append", "insert":
      let added = first?.value ?? .unknown
      let isMany = first?.label == "contentsOf"
      set(receiver, to: .list(elements) + (isMany ? added : .list([added])))
      return .none
    case "removeAll" where arguments.isEmpty:
      set(receiver, to: .list([]))
      return .none
    case "removeAll", "remove", "removeFirst", "removeLast":
      forget(receiver)
      return .unknown
    case "map", "compactMap", "flatMap", "filter", "forEach":
      guard case .closure(let closure)? = first?.value else {
        if name == "forEach" { skip(node) }
        return .unknown
      }
      return transform(name, closure, elements)
    case "contains":
      guard let value = first?.value, !elements.contains(where: \.isUnknown) else {
        return .unknown
      }
      let answers = elements.map { ManifestValue.areEqual($0, value) }
      if answers.contains(true) { return .bool(true) }
      return answers.contains { $0 == nil } ? .unknown : .bool(false)
    case "sorted", "reversed":
      return .list(elements)
    default:
      return .unknown
    }
  }

  private mutating func transform(
    _ name: String, _ closure: NodeID, _ elements: [ManifestValue]
  ) -> ManifestValue {
    var result: [ManifestValue] = []
    for element in elements {
      if element.isUnknown { skip(closure) }
      let value = call(closure: closure, [element])
      switch name {
      case "filter":
        if value.truth == nil { result.append(.unknown) }
        if value.truth == true { result.append(element) }
      case "flatMap": result += value.elements ?? [.unknown]
      case "compactMap" where value.isNone: break
      default: result.append(value)
      }
    }
    return .list(result)
  }
}
