import IsoldeModel
import IsoldeTree

/// Finds unchecked continuations that nobody gave a reason for.
struct UnsafeContinuation: Rule {
  static let info = RuleInfo(
    id: "unsafe-continuation", group: .migration,
    summary: "a continuation is not checked, and no comment says why",
    reason: "a second resume is undefined behaviour instead of a message, and a lost one is silent",
    tier: .optIn, triggers: ["withUnsafeContinuation", "withUnsafeThrowingContinuation"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for name in ["withUnsafeContinuation", "withUnsafeThrowingContinuation"] {
      for call in file.calls(named: name) where !hasReason(call, tree) {
        guard let callee = tree.firstChild(call) else { continue }
        report.report(
          callee,
          "'\(name)' without a reason; the checked one finds double and lost resumes, or a comment says "
            + "what was measured",
          fix: fix(callee, file))
      }
    }
  }

  /// Whether a comment stands at the call, or at the function around it.
  private func hasReason(_ call: NodeID, _ tree: Tree) -> Bool {
    if !tree.comments(about: tree.statement(around: call)).isEmpty { return true }
    if !tree.comments(about: call).isEmpty { return true }
    guard let function = tree.ancestor(call, .funcDecl, .initDecl, .accessor, .varDecl) else {
      return false
    }
    let words = ["continuation", "perform", "fast", "measur", "hot", "overhead", "unsafe"]
    return tree.comments(about: function).contains { comment in
      let text = tree.text(comment).lowercased()
      return words.contains { text.contains($0) }
    }
  }

  /// Checks the continuation, if its type is not named elsewhere in the file.
  private func fix(_ callee: NodeID, _ file: FileContext) -> Finding.Fix? {
    let tree = file.tree
    guard tree.nameID("UnsafeContinuation") == nil, tree[callee].kind == .identifier else {
      return nil
    }
    let start = Int(tree[callee].start) + "with".utf8.count
    return Finding.Fix(
      "use a checked continuation", .safe, [.init(start..<start + "Unsafe".utf8.count, "Checked")])
  }
}
