import IsoldeTree

/// How source is laid out, for fixes that add lines.
enum SourceLayout {
  /// The white space before a node that is the first thing on its line; `nil` for other nodes.
  static func indentation(of node: NodeID, in tree: Tree) -> String? {
    let start = Int(tree[node].start)
    let lineStart = tree.text.range(ofLine: tree.text.line(at: start)).lowerBound
    let before = tree.text[lineStart..<start]
    return before.allSatisfy { $0 == " " || $0 == "\t" } ? before : nil
  }

  /// An edit that puts a statement in front of another one: on a line of its own if that one starts
  /// a line.
  static func insert(
    _ statement: String, before node: NodeID, in tree: Tree
  ) -> Finding.Fix.Edit {
    let start = Int(tree[node].start)
    guard let indentation = indentation(of: node, in: tree) else {
      return Finding.Fix.Edit(start..<start, "\(statement); ")
    }
    return Finding.Fix.Edit(start..<start, "\(statement)\n\(indentation)")
  }
}

extension Tree {
  /// Whether a node, or some node below it, satisfies a condition.
  func anyNode(from node: NodeID, where matches: (NodeID) -> Bool) -> Bool {
    matches(node) || anyDescendant(of: node, where: matches)
  }
}
