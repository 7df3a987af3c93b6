import IsoldeTree

/// The value of an expression of literals and well-known constants.
enum ConstantNumber {
  static func value(of node: NodeID, _ tree: Tree) -> Double? {
    switch tree[node].kind {
    case .literal: return literal(node, tree)
    case .identifier: return constants[tree.name(node)]
    case .tupleExpr:
      let elements = Array(tree.children(node))
      guard elements.count == 1, let inner = tree.firstChild(elements[0]) else { return nil }
      return value(of: inner, tree)
    case .call:
      guard ["UInt64", "Int", "Double", "UInt"].contains(tree.name(node)),
        let argument = tree.positionalArguments(node).first
      else { return nil }
      return value(of: argument, tree)
    case .binary:
      guard let left = tree.child(node, at: 0).flatMap({ value(of: $0, tree) }),
        let right = tree.child(node, at: 1).flatMap({ value(of: $0, tree) })
      else { return nil }
      switch tree.name(node) {
      case "*": return left * right
      case "/": return right == 0 ? nil : left / right
      case "+": return left + right
      case "-": return left - right
      default: return nil
      }
    default: return nil
    }
  }

  private static func literal(_ node: NodeID, _ tree: Tree) -> Double? {
    guard tree[node].detail == .integer || tree[node].detail == .float else { return nil }
    return Double(tree.source(node).filter { $0 != "_" })
  }

  static let constants: [String: Double] = [
    "NSEC_PER_SEC": 1_000_000_000, "NSEC_PER_MSEC": 1_000_000, "NSEC_PER_USEC": 1_000,
    "USEC_PER_SEC": 1_000_000, "MSEC_PER_SEC": 1_000,
  ]
}

/// A product of a named duration and a factor that does not fit its name.
struct UnitMistake {
  let name: String
  let unit: String
  let factor: String

  static func find(in node: NodeID, _ tree: Tree) -> UnitMistake? {
    if tree[node].kind == .call, ["UInt64", "Int", "Double", "UInt"].contains(tree.name(node)),
      let argument = tree.positionalArguments(node).first
    {
      return find(in: argument, tree)
    }
    guard tree[node].kind == .binary, tree.name(node) == "*",
      let left = tree.child(node, at: 0), let right = tree.child(node, at: 1)
    else { return nil }
    return mistake(left, right, tree) ?? mistake(right, left, tree)
  }

  private static func mistake(_ duration: NodeID, _ factor: NodeID, _ tree: Tree) -> UnitMistake? {
    guard let value = ConstantNumber.value(of: factor, tree), let name = name(of: duration, tree),
      let (unit, right) = unit(of: name), value != right,
      [1_000, 1_000_000, 1_000_000_000].contains(value)
    else { return nil }
    return UnitMistake(name: name, unit: unit, factor: tree.source(factor))
  }

  private static func name(of node: NodeID, _ tree: Tree) -> String? {
    switch tree[node].kind {
    case .identifier, .member: return tree.name(node)
    case .call where ["UInt64", "Int", "Double", "UInt"].contains(tree.name(node)):
      return tree.positionalArguments(node).first.flatMap { name(of: $0, tree) }
    default: return nil
    }
  }

  private static func unit(of name: String) -> (String, Double)? {
    let lower = name.lowercased()
    if lower.hasSuffix("milliseconds") || lower.hasSuffix("millis") || name.hasSuffix("Ms")
      || name.hasSuffix("MS") || name == "ms"
    {
      return ("milliseconds", 1_000_000)
    }
    if lower.hasSuffix("microseconds") || lower.hasSuffix("micros") {
      return ("microseconds", 1_000)
    }
    if lower.hasSuffix("nanoseconds") || lower.hasSuffix("nanos") { return nil }
    if lower.hasSuffix("seconds") || lower.hasSuffix("secs") { return ("seconds", 1_000_000_000) }
    return nil
  }
}
