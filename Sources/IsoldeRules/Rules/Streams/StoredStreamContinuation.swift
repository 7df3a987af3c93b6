import IsoldeModel
import IsoldeTree

/// Finds a type that can be closed but never finishes the stream whose continuation it stores.
enum StoredStreamContinuation {
  /// Reports the closing method that leaves the stream open.
  static func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    guard type.isReference, !canStartAgain(type) else { return }
    for property in type.properties.values.sorted(by: { $0.fact.node < $1.fact.node })
    where property.unit == file.unit && property.fact.isStored && property.fact.isPrivate {
      guard holdsContinuation(property, file.tree), isOnlyYielded(property, type, file),
        let close = closingMethod(of: type, touching: property.fact.name, file)
      else { continue }
      report.report(
        name(of: close, file.tree),
        "'\(file.tree.name(close))' leaves the stream behind '\(property.fact.name)' open; finish it, or "
          + "its consumers wait for ever",
        notes: [
          .init(
            unit: file.unit, range: file.tree[property.fact.node].range,
            message: "nothing calls 'finish' on this continuation")
        ], confidence: .resolved)
    }
  }

  /// The declaration from its keyword to the end of its line.
  private static func name(of function: NodeID, _ tree: Tree) -> Range<Int> {
    let range = tree[function].range
    let end = tree.child(function, .block).map { Int(tree[$0].start) } ?? range.upperBound
    var last = max(range.lowerBound, end)
    while last > range.lowerBound, tree.text.bytes[last - 1] == UInt8(ascii: " ") { last -= 1 }
    return range.lowerBound..<last
  }

  private static func canStartAgain(_ type: TypeEntry) -> Bool {
    type.functions.keys.contains { name in
      starters.contains {
        name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase != false
      }
    }
  }

  private static let starters = [
    "start", "open", "connect", "reconnect", "resume", "begin", "restart", "run", "activate",
    "subscribe",
  ]

  private static let closers: Set<String> = [
    "close", "shutdown", "shutDown", "terminate", "invalidate", "dispose", "tearDown", "teardown",
    "finish", "end", "disconnect", "stop", "cancel",
  ]

  private static func holdsContinuation(_ property: PropertyEntry, _ tree: Tree) -> Bool {
    if let type = property.fact.type { return type.unwrapped.isStreamContinuation }
    // `let (events, out) = AsyncStream.makeStream(of: Int.self)`
    guard let value = property.fact.value, tree[value].kind == .call,
      tree.name(value) == "makeStream",
      let pattern = tree.children(property.fact.node).first(where: {
        tree[$0].kind == .tuplePattern
      })
    else { return false }
    return tree.lastChild(pattern).map { tree.name($0) == property.fact.name } ?? false
  }

  /// Whether every mention of the property yields to it, or gives it its value.
  private static func isOnlyYielded(
    _ property: PropertyEntry, _ type: TypeEntry, _ file: FileContext
  ) -> Bool {
    let tree = file.tree
    guard type.parts.allSatisfy({ $0.unit == file.unit }),
      let id = tree.nameID(property.fact.name)
    else { return false }
    var yields = false
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      guard node.name == id, node.kind == .identifier || node.kind == .member else { continue }
      switch use(NodeID(index), tree) {
      case .yield: yields = true
      case .assigned: continue
      case .other: return false
      }
    }
    return yields
  }

  private enum Use { case yield, assigned, other }

  private static func use(_ node: NodeID, _ tree: Tree) -> Use {
    let outer = tree.marked(node)
    guard let parent = tree.parent(outer) else { return .other }
    switch tree[parent].kind {
    case .member:
      guard let call = tree.parent(parent), tree[call].kind == .call else {
        return tree.name(parent) == "onTermination" ? .assigned : .other
      }
      return tree.name(call) == "yield" && tree.firstChild(call) == parent ? .yield : .other
    case .assign:
      return tree.firstChild(parent) == outer ? .assigned : .other
    case .argument:
      // One side of `(events, out) = AsyncStream.makeStream(of: Int.self)`.
      guard let tuple = tree.parent(parent), tree[tuple].kind == .tupleExpr,
        let assign = tree.parent(tuple), tree[assign].kind == .assign
      else { return .other }
      return tree.firstChild(assign) == tuple ? .assigned : .other
    default:
      return .other
    }
  }

  private static func closingMethod(
    of type: TypeEntry, touching property: String, _ file: FileContext
  ) -> NodeID? {
    for name in closers.sorted() {
      for id in type.functions[name] ?? [] {
        let function = file.project[id]
        guard function.unit == file.unit, function.fact.kind == .function, function.fact.hasBody,
          !function.fact.isStatic
        else { continue }
        return function.fact.node
      }
    }
    return nil
  }
}
