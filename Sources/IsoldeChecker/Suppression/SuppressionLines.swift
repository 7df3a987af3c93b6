import IsoldeTree

/// Finds the lines that comments and findings belong to.
struct SuppressionLines {
  private let tree: Tree
  /// For each line that holds nothing but a comment, the next line that does not.
  private var lineAfterComments: [Int: Int] = [:]

  /// Looks at the comments of a file.
  ///
  /// - Complexity: O(*n* log *m*) for *n* comments and *m* lines.
  init(_ tree: Tree) {
    self.tree = tree
    for comment in tree.comments.reversed()
    where comment.startsLine && tree.text.bytes[comment.range].starts(with: "//".utf8) {
      let line = tree.text.line(at: Int(comment.start))
      lineAfterComments[line] = lineAfterComments[line + 1] ?? line + 1
    }
  }

  /// The line that a comment speaks of: its own, or the next one that is not a comment.
  func line(of comment: SuppressionComment) -> Int {
    let line = tree.text.line(at: comment.range.lowerBound)
    return comment.startsLine ? lineAfterComments[line] ?? line + 1 : line
  }

  /// The lines on which a comment reaches a finding: the one it starts on, and the first one of the
  /// statement or declaration that it is directly part of.
  func lines(ofFindingAt offset: Int) -> [Int] {
    let line = tree.text.line(at: offset)
    let first = tree.text.line(at: startOfStatement(around: offset))
    return line == first ? [line] : [line, first]
  }

  /// Whether a comment stands where it can speak for the whole file: in the first 20 lines or before
  /// the first declaration.
  func isAtTop(_ comment: SuppressionComment) -> Bool {
    if tree.text.line(at: comment.range.lowerBound) <= 20 { return true }
    for item in tree.children(.root) where tree[item].kind != .importDecl {
      return comment.range.lowerBound < tree[item].range.lowerBound
    }
    return true
  }

  private func startOfStatement(around offset: Int) -> Int {
    for node in tree.path(to: offset) {
      if let parent = tree.parent(node), isStatement(node, in: parent) {
        return tree[node].range.lowerBound
      }
    }
    return offset
  }

  private func isStatement(_ child: NodeID, in parent: NodeID) -> Bool {
    switch tree[parent].kind {
    case .file, .block, .switchCase, .ifConfigClause:
      true
    case .typeDecl:
      tree[child].kind != .attribute && tree[child].kind != .typeRef
    default:
      false
    }
  }
}
