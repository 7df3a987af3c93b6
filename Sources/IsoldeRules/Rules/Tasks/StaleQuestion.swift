import IsoldeModel
import IsoldeTree

/// What a stored result is the answer to.
enum StaleQuestion {
  /// The parameter of the function around a task on which the awaited call depends.
  static func parameter(of result: StoredResult, _ site: TaskSite, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    guard let fact = code.functionFact, fact.kind == .function, !fact.isStatic,
      changesState(before: site, code), !asksState(before: site, code)
    else { return nil }
    let names = Set(fact.parameters.filter { !$0.type.isFunction }.map(\.name))
    return tree.firstDescendant(of: result.suspension) {
      tree[$0].kind == .identifier && names.contains(tree.name($0))
    }
  }

  /// Whether the function has changed the object for this call before it starts the task.
  private static func changesState(before site: TaskSite, _ code: CodeContext) -> Bool {
    code.flow.points.contains { point in
      point.kind == .write && point.body == 0 && point.node < site.call
        && code.property(of: point.path) != nil
    }
  }

  /// Whether the function is turned away by the object's own state, as while it is busy.
  private static func asksState(before site: TaskSite, _ code: CodeContext) -> Bool {
    code.flow.points.contains { point in
      point.kind == .read && point.body == 0 && point.node < site.call
        && point.flags.contains(.isCondition)
        && (code.property(of: point.path).map { !$0.fact.isLet } ?? false)
    }
  }

  /// The place in another method that empties the property, as when a screen is closed.
  static func reset(of property: String, besides code: CodeContext, _ file: FileContext) -> NodeID?
  {
    let tree = file.tree
    guard let type = code.typeEntry else { return nil }
    for id in type.functions.values.joined() {
      let function = file.project[id]
      guard function.unit == file.unit, function.fact.node != code.node,
        function.fact.kind == .function, !function.fact.isAsync, isEnd(function.fact.name)
      else { continue }
      let write = tree.firstDescendant(of: function.fact.node, skippingClosures: true) { node in
        guard tree[node].kind == .assign, let target = tree.firstChild(node),
          let value = tree.lastChild(node)
        else { return false }
        return tree.name(target) == property && isNothing(value, tree)
      }
      if let write { return write }
    }
    return nil
  }

  private static func isNothing(_ value: NodeID, _ tree: Tree) -> Bool {
    switch tree[value].kind {
    case .literal: tree[value].detail == .nil
    case .arrayExpr, .dictionaryExpr: tree.firstChild(value) == nil
    default: false
    }
  }

  private static func isEnd(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "close", "stop", "cancel", "reset", "clear", "dismiss", "logout", "signout", "disconnect",
      "prepareforreuse", "disappear", "hide", "leave", "end", "teardown",
    ].contains(where: name.contains)
  }

  /// The property that the awaited call was given, directly or in a copy taken before.
  static func copy(
    of result: StoredResult, _ code: CodeContext
  ) -> (property: String, node: NodeID)? {
    let tree = code.tree
    for node in tree.descendants(result.suspension) where tree[node].kind == .argument {
      guard let value = tree.value(ofArgument: node) else { continue }
      var source = value
      if tree[value].kind == .identifier, let local = code.local(named: tree[value].name, at: value)
      {
        guard local.kind == .constant, let first = local.value else { continue }
        source = first
      }
      guard tree[source].kind == .identifier || tree[source].kind == .member,
        code.local(named: tree[source].name, at: source) == nil,
        tree.firstChild(source).map({ tree.name($0) == "self" }) ?? true,
        let property = code.property(named: tree.name(source)), property.fact.isMutable,
        !property.fact.isStatic
      else { continue }
      return (tree.name(source), source)
    }
    return nil
  }

  /// The assignment of a parameter to the property in the function that starts the task.
  static func change(of property: String, before site: TaskSite, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    guard let fact = code.functionFact else { return nil }
    let names = Set(fact.parameters.map(\.name))
    return code.flow.points.first { point in
      guard point.kind == .write, point.body == 0, point.node < site.call,
        code.memberName(of: point.path) == property
      else { return false }
      return tree.anyDescendant(of: point.node) { names.contains(tree.name($0)) }
    }?.node
  }
}
