import IsoldeModel
import IsoldeTree

/// Follows a closure that is called back to the function that takes it.
struct StoredClosures {
  private let code: CodeContext
  private let tree: Tree

  init(_ code: CodeContext) {
    self.code = code
    tree = code.tree
  }

  /// A function and the parameter through which it takes a closure.
  struct Setter {
    let function: FunctionID
    let parameter: FunctionFact.Parameter
  }

  /// The function that takes the closure which a callee names: the one around it, whose parameter it
  /// is, or the only one of its type that stores a parameter in the property.
  func setter(calledBy callee: NodeID) -> Setter? {
    let target = tree.unwrapped(callee)
    switch tree[target].kind {
    case .identifier:
      guard let local = code.local(named: tree[target].name, at: target) else {
        return setter(ofProperty: tree.name(target))
      }
      if local.kind == .parameter, let function = code.function {
        return setter(function, named: tree.name(target))
      }
      guard [.constant, .binding, .capture].contains(local.kind), let value = local.value else {
        return nil
      }
      return propertyName(tree.unwrapped(value)).flatMap(setter(ofProperty:))
    case .member:
      return propertyName(target).flatMap(setter(ofProperty:))
    default:
      return nil
    }
  }

  private func propertyName(_ node: NodeID) -> String? {
    switch tree[node].kind {
    case .identifier:
      return code.local(named: tree[node].name, at: node) == nil ? tree.name(node) : nil
    case .member:
      guard let base = tree.firstChild(node), tree.name(tree.unwrapped(base)) == "self" else {
        return nil
      }
      return tree.name(node)
    default: return nil
    }
  }

  private func setter(ofProperty name: String) -> Setter? {
    guard let type = code.typeEntry, let property = type.properties[name], property.fact.isStored,
      property.unit == code.unit, isPlainClosure(property.fact.node)
    else { return nil }
    var found: [Setter] = []
    for candidates in type.functions.values {
      for id in candidates where code.project[id].unit == code.unit {
        let function = code.project[id].fact
        guard function.kind == .function || function.kind == .initializer else { continue }
        for parameter in function.parameters where parameter.type.isFunction {
          if stores(parameter.name, in: name, function.node) {
            found += [setter(id, named: parameter.name)].compactMap { $0 }
          }
        }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  private func setter(_ function: FunctionID, named name: String) -> Setter? {
    let entry = code.project[function]
    guard let parameter = entry.fact.parameters.first(where: { $0.name == name }),
      parameter.type.isFunction, !parameter.type.isAsyncFunction
    else { return nil }
    for child in tree.children(entry.fact.node)
    where tree[child].kind == .param && tree.name(child) == name {
      guard isPlainClosure(child) else { return nil }
      return Setter(function: function, parameter: parameter)
    }
    return nil
  }

  /// Whether a declared closure type leaves the closure on the actor that makes it.
  private func isPlainClosure(_ node: NodeID) -> Bool {
    guard let type = tree.child(node, .typeRef) else { return false }
    let text = tree.source(type)
    return text.utf8Offset(of: "->") != nil
      && !["@Sendable", "Actor", "sending", "async"].contains { text.utf8Offset(of: $0) != nil }
  }

  /// Whether a function assigns a parameter to a property, read off the text of its statements
  /// because such bodies may not be parsed.
  private func stores(_ parameter: String, in property: String, _ function: NodeID) -> Bool {
    guard let block = tree.child(function, .block) else { return false }
    return tree.source(block).split(whereSeparator: { "\n;{}".contains($0) }).contains {
      statement in
      let words = String(statement).trimmingSpaces().split(separator: " ")
      guard words.count == 3, words[1] == "=", words[2] == parameter[...] else { return false }
      return words[0] == property[...] || words[0] == "self." + property
    }
  }
}
