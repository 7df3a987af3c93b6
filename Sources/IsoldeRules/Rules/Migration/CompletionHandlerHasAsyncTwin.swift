import IsoldeModel
import IsoldeTree

/// Finds completion handlers in async code whose function has an async variant.
struct CompletionHandlerHasAsyncTwin: Rule {
  static let info = RuleInfo(
    id: "completion-handler-has-async-twin", group: .migration,
    summary: "async code passes a completion handler although the function has an async variant",
    reason: "nobody waits for the handler, and its errors and the task's cancellation are lost",
    tier: .optIn)

  func check(_ code: CodeContext, _ report: inout Reporter) {
    let tree = code.tree
    for (index, point) in code.flow.points.enumerated() where point.kind == .call {
      guard code.flow.bodies[point.body].isAsync, !point.flags.contains(.isAwaited),
        tree[point.node].kind == .call, !tree.closures(point.node).isEmpty,
        !isBridge(index, code), let callee = code.callee(of: point.node),
        let twin = twin(of: callee, code)
      else { continue }
      let function = code.project[twin]
      let other = code.project.units[function.unit].tree
      report.report(
        tree[tree.firstChild(point.node) ?? point.node].range,
        "'\(function.fact.name)' has an async variant; 'await' it instead of passing a completion "
          + "handler",
        notes: [
          .init(
            unit: function.unit, range: FunctionHead.range(of: function.fact.node, other),
            message: "the async variant is declared here")
        ], confidence: .resolved)
    }
  }

  /// Whether the call stands in the closure of a continuation, where it makes the async variant.
  private func isBridge(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    code.flow.regions(around: point).contains { region in
      region.kind == .inlineClosure && code.tree.name(region.node).hasSuffix("Continuation")
    }
  }

  /// The async function of the same name and parameters, without the handler.
  private func twin(of id: FunctionID, _ code: CodeContext) -> FunctionID? {
    let function = code.project[id]
    let fact = function.fact
    guard !fact.isAsync, let handler = fact.parameters.last, handler.type.isFunction,
      ["completion", "completionHandler", "handler", "callback", "done", ""].contains(handler.label)
        || handler.name.lowercased().hasPrefix("completion")
    else { return nil }
    let rest = fact.parameters.dropLast().map(\.label)
    let candidates =
      function.type.map { code.project[$0].functions[fact.name] ?? [] }
      ?? code.project.globalFunctions(named: fact.name)
    let twins = candidates.filter { candidate in
      let other = code.project[candidate].fact
      return candidate != id && other.isAsync && other.kind == .function
        && other.isStatic == fact.isStatic && other.parameters.map(\.label) == rest
    }
    return twins.count == 1 && twins[0] != code.function ? twins[0] : nil
  }
}
