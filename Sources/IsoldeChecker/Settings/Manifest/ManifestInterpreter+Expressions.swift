import IsoldeTree

extension ManifestInterpreter {
  /// The value of an expression.
  mutating func evaluate(_ node: NodeID) -> ManifestValue {
    deeper(otherwise: .unknown) { $0.compute(node) }
  }

  private mutating func compute(_ node: NodeID) -> ManifestValue {
    switch tree[node].kind {
    case .literal: return literal(node)
    case .identifier: return value(ofName: tree.name(node))
    case .member: return member(node)
    case .call: return call(node)
    case .subscriptExpr: return element(node)
    case .arrayExpr: return .list(Array(tree.children(node)).map { evaluate($0) })
    case .closure: return .closure(node)
    case .binary: return binary(node)
    case .prefix where tree.name(node) == "!":
      return tree.firstChild(node).flatMap { evaluate($0).truth }.map { .bool(!$0) } ?? .unknown
    case .ternary:
      guard let condition = tree.child(node, at: 0), let truth = evaluate(condition).truth else {
        return .unknown
      }
      return tree.child(node, at: truth ? 1 : 2).map { evaluate($0) } ?? .unknown
    case .tryExpr, .awaitExpr, .forceUnwrap, .optionalChain, .specialization, .cast, .inoutExpr:
      return tree.firstChild(node).map { evaluate($0) } ?? .unknown
    case .tupleExpr:
      let elements = Array(tree.children(node))
      guard elements.count == 1, let inner = tree.firstChild(elements[0]) else { return .unknown }
      return evaluate(inner)
    case .ifStmt, .switchStmt:
      lastValue = .unknown
      if case .next = run(node) { return lastValue }
      return .unknown
    default:
      return .unknown
    }
  }

  // MARK: - Operators

  private mutating func binary(_ node: NodeID) -> ManifestValue {
    guard let first = tree.child(node, at: 0), let second = tree.child(node, at: 1) else {
      return .unknown
    }
    let left = evaluate(first)
    switch tree.name(node) {
    case "+":
      return left + evaluate(second)
    case "??":
      return left.isNone ? evaluate(second) : left
    case "==":
      return ManifestValue.areEqual(left, evaluate(second)).map { .bool($0) } ?? .unknown
    case "!=":
      return ManifestValue.areEqual(left, evaluate(second)).map { .bool(!$0) } ?? .unknown
    case "&&":
      if left.truth == false { return .bool(false) }
      let right = evaluate(second)
      return right.truth == false ? right : (left.truth == true ? right : .unknown)
    case "||":
      if left.truth == true { return .bool(true) }
      let right = evaluate(second)
      return right.truth == true ? right : (left.truth == false ? right : .unknown)
    case "..<":
      guard case .number(let low) = left, case .number(let high) = evaluate(second),
        low <= high, high - low <= 1000
      else { return .unknown }
      return .list((low..<high).map { .number($0) })
    default:
      return .unknown
    }
  }

  // MARK: - Members and elements

  private mutating func member(_ node: NodeID) -> ManifestValue {
    let name = tree.name(node)
    guard let base = tree.firstChild(node) else {
      return value(ofProperty: name, in: members) ?? .symbol(name)
    }
    // `MainActor.self` is the type.
    if name == "self" { return evaluate(base) }
    switch evaluate(base) {
    case .none: return .none
    case .object(let id): return objects[id][name]
    case .list(let elements): return property(name, of: elements)
    case .string(let text) where name == "isEmpty": return .bool(text.isEmpty)
    case .symbol(let type): return member(name, ofType: type)
    default: return .unknown
    }
  }

  private mutating func member(_ name: String, ofType type: String) -> ManifestValue {
    switch type {
    case "ProcessInfo", "processInfo", "Context", "FileManager", "CommandLine":
      return name == "environment" || name == "processInfo" ? .symbol(name) : .unknown
    default:
      return value(ofProperty: name, in: members) ?? .symbol(name)
    }
  }

  private func property(_ name: String, of elements: [ManifestValue]) -> ManifestValue {
    let isComplete = !elements.contains { $0.isUnknown }
    switch name {
    case "isEmpty": return elements.isEmpty ? .bool(true) : isComplete ? .bool(false) : .unknown
    case "count": return isComplete ? .number(elements.count) : .unknown
    case "indices": return isComplete ? .list(elements.indices.map { .number($0) }) : .unknown
    case "first": return elements.first ?? .none
    case "last": return elements.last ?? .none
    default: return .unknown
    }
  }

  private mutating func element(_ node: NodeID) -> ManifestValue {
    guard let base = tree.firstChild(node) else { return .unknown }
    switch evaluate(base) {
    case .symbol("environment"):
      // A manifest that asks the environment gets the answer of a plain build.
      return .none
    case .list(let elements):
      guard let argument = tree.positionalArguments(node).first,
        case .number(let index) = evaluate(argument), elements.indices.contains(index)
      else { return .unknown }
      return elements[index]
    default:
      return .unknown
    }
  }

  // MARK: - Literals

  private mutating func literal(_ node: NodeID) -> ManifestValue {
    switch tree[node].detail {
    case .boolean: return .bool(tree.name(node) == "true")
    case .nil: return .none
    case .integer: return Int(tree.name(node)).map { .number($0) } ?? .unknown
    case .string: return string(node)
    default: return .unknown
    }
  }

  /// The text of a string literal, with its interpolations filled in.
  private mutating func string(_ node: NodeID) -> ManifestValue {
    let source = tree.source(node)
    guard source.hasPrefix("\""), !source.hasPrefix("\"\"\""), source.utf8.count >= 2 else {
      return .unknown
    }
    var text = ""
    var position = tree[node].range.lowerBound + 1
    for part in Array(tree.children(node)) {
      let range = tree[part].range
      guard position <= range.lowerBound, let value = evaluate(part).text else { return .unknown }
      let before = tree.text[position..<range.lowerBound]
      guard let opening = before.range(ofLast: "\\(") else { return .unknown }
      text += before[..<opening] + value
      position = range.upperBound
      while position < tree[node].range.upperBound, tree.text.bytes[position] != UInt8(ascii: ")") {
        position += 1
      }
      position += 1
    }
    let end = tree[node].range.upperBound - 1
    guard position <= end else { return .unknown }
    return .string(Self.unescaped(text + tree.text[position..<end]))
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension String {
  /// Where the last occurrence of a text starts.
  fileprivate func range(ofLast text: String) -> Index? {
    ranges(of: text).last?.lowerBound
  }
}
