import IsoldeModel
import IsoldeTree

/// Finds `async let`s whose value is awaited before anything else is done.
struct AsyncLetAwaitedImmediately: Rule {
  static let info = RuleInfo(
    id: "async-let-awaited-immediately", group: .structure,
    summary: "the value of an async let is awaited by the very next statement",
    reason: "nothing runs beside the child task, so a plain await does the same",
    tier: .warning)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    for (index, local) in code.flow.locals.enumerated() where local.kind == .asyncLet {
      let use = AsyncLetUse(index, code)
      guard let wait = use.immediateWait else { continue }
      let name = code.tree.names[Int(local.name)]
      report.report(
        use.declaration,
        "'\(name)' is awaited before anything else runs; start other work first or write "
          + "'let \(name) = await …'",
        notes: [(wait, "it is awaited here")])
    }
  }
}
