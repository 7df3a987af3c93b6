import IsoldeModel
import IsoldeTree

/// The edit that puts the statements of `await MainActor.run { }` in its place.
struct MainActorRun {
  private let call: NodeID
  private let tree: Tree
  private let outer: NodeID

  init(_ call: NodeID, _ tree: Tree) {
    self.call = call
    self.tree = tree
    outer = tree.marked(call)
  }

  /// The fix, if the closure can be taken apart without changing what the code means.
  var unwrapping: Finding.Fix? {
    guard tree.arguments(call).count == 1, let closure = tree.closures(call).first,
      isPlain(closure), let block = tree.child(closure, .block), isAwaitedDirectly,
      let body = BlockText(block, closure, tree)
    else { return nil }
    let statements = Array(tree.children(block))
    let text: String
    if isStatement {
      guard !leaves(block), !statements.isEmpty else { return nil }
      if statements.contains(where: { declares($0) }) {
        text = "do " + tree.source(closure)
      } else {
        text = body.dedented(to: indentation(at: outer))
      }
    } else if isWholeValue, statements.count == 1, isExpression(statements[0]), !hasComments(block)
    {
      text = tree.source(valueOf(statements[0]))
    } else {
      return nil
    }
    return Finding.Fix(
      "take the code out of 'MainActor.run'", .safe, [.init(tree[outer].range, text)])
  }

  /// No capture list, no parameters, no `return` type: the braces hold nothing but statements.
  private func isPlain(_ closure: NodeID) -> Bool {
    tree.children(closure).allSatisfy { tree[$0].kind == .block }
  }

  /// Whether only `await`, or `try await` over a throwing closure, stands before the call.
  private var isAwaitedDirectly: Bool {
    guard let first = tree.parent(call), tree[first].kind == .awaitExpr else { return false }
    if first == outer { return true }
    return tree.parent(first) == outer && tree[outer].kind == .tryExpr
      && tree[outer].detail == .plain
  }

  private var isStatement: Bool {
    tree.parent(outer).map { tree[$0].kind == .block || tree[$0].kind == .switchCase } ?? false
  }

  /// Whether the call is all that a `let`, an assignment or a `return` gets.
  private var isWholeValue: Bool {
    guard let parent = tree.parent(outer) else { return false }
    switch tree[parent].kind {
    case .returnStmt, .binding: return true
    case .assign: return tree.firstChild(parent) != outer
    default: return false
    }
  }

  private func isExpression(_ statement: NodeID) -> Bool {
    switch tree[statement].kind {
    case .returnStmt: tree.firstChild(statement) != nil
    case .call, .identifier, .member, .literal, .subscriptExpr, .binary, .ternary, .tupleExpr,
      .arrayExpr, .dictionaryExpr, .prefix, .cast:
      true
    case .tryExpr: tree[outer].kind == .tryExpr && tree[statement].detail == .plain
    default: false
    }
  }

  private func valueOf(_ statement: NodeID) -> NodeID {
    tree[statement].kind == .returnStmt ? tree.firstChild(statement) ?? statement : statement
  }

  /// Whether a `return` or `defer` of the closure itself would mean something else outside of it.
  private func leaves(_ block: NodeID) -> Bool {
    tree.anyDescendant(of: block, skippingClosures: true) { node in
      tree[node].kind == .returnStmt || tree[node].kind == .deferStmt
    }
  }

  private func declares(_ statement: NodeID) -> Bool {
    [.varDecl, .funcDecl, .typeDecl, .guardStmt].contains(tree[statement].kind)
  }

  private func hasComments(_ block: NodeID) -> Bool {
    let range = tree[block].range
    return tree.comments.contains { range.contains(Int($0.start)) }
  }

  private func indentation(at node: NodeID) -> String {
    let start = Int(tree[node].start)
    let line = tree.text.range(ofLine: tree.text.line(at: start))
    let prefix = tree.text[line.lowerBound..<start]
    return prefix.allSatisfy { $0 == " " || $0 == "\t" } ? prefix : ""
  }
}

/// The statements of a block as text that can stand elsewhere.
struct BlockText {
  private let lines: [String]

  /// Reads what stands between the braces; `nil` if that is nothing.
  init?(_ block: NodeID, _ closure: NodeID, _ tree: Tree) {
    let source = tree.source(closure)
    guard source.hasPrefix("{"), source.hasSuffix("}") else { return nil }
    var lines = source.dropFirst().dropLast().split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
    while let first = lines.first, first.trimmingSpaces().isEmpty { lines.removeFirst() }
    while let last = lines.last, last.trimmingSpaces().isEmpty { lines.removeLast() }
    guard !lines.isEmpty else { return nil }
    self.lines = lines
  }

  /// The lines with the indentation of the first one replaced.
  func dedented(to indentation: String) -> String {
    let inner = String(lines[0].prefix { $0 == " " || $0 == "\t" })
    let moved = lines.enumerated().map { index, line in
      let bare = line.hasPrefix(inner) ? String(line.dropFirst(inner.count)) : line
      return index == 0 || bare.isEmpty ? bare : indentation + bare
    }
    let text = moved.joined(separator: "\n")
    return lines.count == 1 ? text.trimmingSpaces() : text
  }
}
