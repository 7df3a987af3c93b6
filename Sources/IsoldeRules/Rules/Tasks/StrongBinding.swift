import IsoldeModel
import IsoldeTree

/// A condition that gives a weak `self` a strong name for what follows.
struct StrongBinding {
  /// The `guard`, or the condition of an `if` or `while`.
  let statement: NodeID
  /// The strong name.
  let name: String
  private let isGuard: Bool

  /// The nearest binding that holds at a loop.
  init?(before loop: NodeID, in closure: NodeID, _ tree: Tree) {
    var current = loop
    while let parent = tree.parent(current), current != closure {
      switch tree[parent].kind {
      case .block, .ifConfigClause, .switchCase:
        for statement in tree.children(parent).reversed()
        where statement < current && tree[statement].kind == .guardStmt {
          for condition in tree.children(statement) {
            guard let name = SelfUse.boundName(condition, tree) else { continue }
            (self.statement, self.name, isGuard) = (statement, name, true)
            return
          }
        }
      case .ifStmt, .whileStmt:
        for condition in tree.children(parent) {
          guard let name = SelfUse.boundName(condition, tree),
            tree.child(parent, .block) == current
          else { continue }
          (statement, self.name, isGuard) = (condition, name, false)
          return
        }
      default: break
      }
      current = parent
    }
    return nil
  }

  /// Where a loop uses the strong name.
  func use(in loop: NodeID, _ code: CodeContext) -> NodeID? {
    if name == "self" { return SelfUse.first(in: loop, code) }
    let tree = code.tree
    return tree.firstDescendant(of: loop) { tree[$0].kind == .identifier && tree.name($0) == name }
  }

  /// The change that moves a `guard` that stands first into the loop that follows it.
  func movingInto(_ loop: NodeID, _ closure: NodeID, _ code: CodeContext) -> Finding.Fix? {
    let tree = code.tree
    guard isGuard, let block = tree.child(closure, .block),
      case let statements = Array(tree.children(block)), statements.first == statement,
      statements.count == 2, statements[1] == loop, let body = tree.child(loop, .block),
      let first = tree.firstChild(body), isSimple(tree), !headerUsesName(of: loop, body, code)
    else { return nil }
    let text = tree.text
    let source = tree.source(statement)
    let start = Int(tree[body].start) + 1
    let isOneLine = text.line(at: start) == text.line(at: Int(tree[first].start))
    let line = text.range(ofLine: text.line(at: Int(tree[first].start)))
    let indentation = isOneLine ? "" : text[line.lowerBound..<Int(tree[first].start)]
    let inserted = isOneLine ? " \(source);" : "\n\(indentation)\(source)"
    return Finding.Fix(
      "bind 'self' inside the loop", .safe,
      [
        .init(Int(tree[statement].start)..<Int(tree[loop].start), ""),
        .init(start..<start, inserted),
      ])
  }

  /// One condition, one line, and nothing but a `return` behind `else`.
  private func isSimple(_ tree: Tree) -> Bool {
    let conditions = tree.children(statement).filter { tree[$0].kind == .condition }
    guard conditions.count == 1, !tree.source(statement).contains("\n"),
      let otherwise = tree.child(statement, .block)
    else { return false }
    let statements = Array(tree.children(otherwise))
    return statements.count == 1 && tree[statements[0]].kind == .returnStmt
  }

  private func headerUsesName(of loop: NodeID, _ body: NodeID, _ code: CodeContext) -> Bool {
    code.tree.children(loop).contains { part in
      guard part != body else { return false }
      if name == "self" { return SelfUse.first(in: part, code) != nil }
      return code.tree.name(part) == name
        || code.tree.anyDescendant(of: part) { code.tree.name($0) == name }
    }
  }
}
