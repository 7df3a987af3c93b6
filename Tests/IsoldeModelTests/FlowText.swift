import IsoldeModel
import IsoldeSyntax
import IsoldeTree

/// A flow written out as the ways that control can take, for tests to compare.
///
/// Each way is its events in order: `x` is a read, `?x` a read in a condition, `x=` a write, `x~` a
/// change in place, `f()` a call, `await` a suspension, `+c` and `-c` a condition that held or not,
/// `lock` and `unlock`, and at the end `return`, `throw`, `never` or `end`.
struct FlowText {
  let code: CodeContext

  /// The flow of the function `f` in a file, or in the type that is declared first.
  init(_ source: String, function name: String = "f") {
    let tree = FrontEnd.read(SourceText(source), mode: .complete)
    let unit = SourceUnit(
      path: "File.swift", tree: tree, facts: FactCollector.collect(tree), module: 0,
      role: .production)
    let project = Project(units: [unit], modules: [ModuleSettings(name: "M")])
    let file = FileContext(project: project, unit: 0)
    guard let code = file.code.first(where: { tree.name($0.node) == name }) else {
      fatalError("the source has no function \(name)")
    }
    self.code = code
  }

  /// Every way from the entry of a body to an exit; a point is passed at most twice.
  func ways(body: Int = 0) -> [String] {
    var found: [String] = []
    var visits = [Int](repeating: 0, count: code.flow.points.count)
    func walk(_ point: Int, _ events: [String]) {
      guard visits[point] < 2 else { return }
      visits[point] += 1
      defer { visits[point] -= 1 }
      var events = events
      if let event = text(of: point) { events.append(event) }
      let next = Array(code.flow.successors(point))
      if next.isEmpty { found.append(events.joined(separator: " ")) }
      for successor in next { walk(successor, events) }
    }
    walk(code.flow.bodies[body].entry, [])
    return Array(Set(found)).sorted()
  }

  private func text(of index: Int) -> String? {
    let point = code.flow.points[index]
    switch point.kind {
    case .entry, .join, .declare, .loopHead: return nil
    case .closure: return "{}"
    case .read: return (point.flags.contains(.isCondition) ? "?" : "") + name(point.path)
    case .write: return name(point.path) + "="
    case .modify: return name(point.path) + "~"
    case .call: return code.tree.name(point.node) + "()"
    case .suspend: return "await"
    case .lock: return "lock"
    case .unlock: return "unlock"
    case .assumeTrue: return "+" + condition(point.node)
    case .assumeFalse: return "-" + condition(point.node)
    case .exitNormally: return point.flags.contains(.isImplicit) ? "end" : "return"
    case .exitByError: return "throw"
    case .exitNever: return "never"
    }
  }

  private func name(_ path: PathID) -> String {
    code.flow.paths.steps(path).map { step in
      switch code.flow.paths.step(step) {
      case .instance: "self"
      case .member, .field: code.tree.names[Int(code.flow.paths.name(step))]
      case .local: code.tree.names[Int(code.flow.locals[Int(code.flow.paths.name(step))].name)]
      case .element: "[]"
      case .temporary: "_"
      }
    }.joined(separator: ".")
  }

  private func condition(_ node: NodeID) -> String {
    switch code.tree[node].kind {
    case .identifier, .member, .call: code.tree.name(node)
    case .condition: code.tree.firstChild(node).map { code.tree.name($0) } ?? "condition"
    case .literal: code.tree.name(node)
    case .forStmt: "next"
    case .switchCase: "case"
    case .catchClause: "catch"
    default: code.tree.source(node)
    }
  }
}
