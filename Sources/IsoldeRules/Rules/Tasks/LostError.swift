import IsoldeModel
import IsoldeTree

/// Errors whose loss does no harm, or that do not exist although the code says `try`.
enum LostError {
  /// Whether the expression at a place can throw an error that nobody else sees.
  static func isReal(at node: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    if tree[node].kind == .forStmt { return !isPublishedValues(node, tree) }
    let expression = tree.unwrapped(node)
    if isValueOfTask(expression, code) || mentionsTask(expression, code) { return false }
    guard tree[expression].kind == .call else { return true }
    return canThrow(expression, code)
  }

  /// `for try await x in $name.values`: such a sequence does not fail.
  private static func isPublishedValues(_ loop: NodeID, _ tree: Tree) -> Bool {
    guard let sequence = tree.child(loop, at: 1),
      case let values = tree.unwrapped(sequence), tree.name(values) == "values"
    else { return false }
    return tree.anyDescendant(of: values) { tree.name($0).hasPrefix("$") }
  }

  /// `task.value`, `task.result.get()`: whoever started the other task has its error too.
  private static func isValueOfTask(_ expression: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    guard tree[expression].kind == .member, tree.name(expression) == "value" else { return false }
    return tree.firstChild(expression).map { tree[tree.unwrapped($0)].kind != .call } ?? false
  }

  /// Whether a call is given a task that is kept in a local: its error is seen there.
  private static func mentionsTask(_ expression: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return tree.anyDescendant(of: expression) { node in
      guard tree[node].kind == .identifier,
        let local = code.local(named: tree[node].name, at: node), let value = local.value
      else { return false }
      return tree[value].kind == .call && tree.isTaskCreation(value)
    }
  }

  /// Whether a call can throw, as far as the project tells.
  ///
  /// A function can be marked `throws` and catch all that it meets.
  private static func canThrow(_ call: NodeID, _ code: CodeContext) -> Bool {
    let project = code.project
    if let callee = code.callee(of: call) { return canThrow(callee, project) }
    // Which overload it is does not matter if none of that name throws.
    let candidates = project.functions(named: code.tree.name(call))
    return candidates.isEmpty || candidates.count > 8
      || candidates.contains { canThrow($0, project) }
  }

  private static func canThrow(_ callee: FunctionID, _ project: Project) -> Bool {
    let fact = project[callee].fact
    guard fact.canThrow else { return false }
    guard fact.hasBody, !fact.parameters.contains(where: \.type.isFunction),
      let inner = project.code(of: callee), isWrittenOut(inner)
    else { return true }
    return EscapingError.first(inBody: 0, inner) != nil
  }
}

extension LostError {
  /// Whether a body is more than a stub, whose `throws` says what is meant to come.
  private static func isWrittenOut(_ code: CodeContext) -> Bool {
    let tree = code.tree
    guard let block = tree.child(code.node, .block) else { return false }
    return Array(tree.children(block)).count > 2
      || tree.anyDescendant(of: block) { tree[$0].kind == .catchClause }
  }

  /// Whether the task does something whose failure nobody has to know of.
  static func isSecondary(_ site: TaskSite, _ error: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    return hasLowPriority(site, tree) || isInTeardown(site, tree) || isReporting(site, tree)
      || isLastStep(error, of: site, tree) && isSecondary(tree.unwrapped(error), tree)
  }

  /// Whether a task is started with a priority that says that nobody waits for it.
  static func hasLowPriority(_ site: TaskSite, _ tree: Tree) -> Bool {
    tree.argument(site.call, labelled: "priority").map {
      ["background", "utility", "low"].contains(tree.name(tree.value(ofArgument: $0) ?? $0))
    } ?? false
  }

  /// A handler that runs when something ends, a `deinit` or a `defer`.
  private static func isInTeardown(_ site: TaskSite, _ tree: Tree) -> Bool {
    for ancestor in tree.ancestors(site.call) {
      switch tree[ancestor].kind {
      case .deinitDecl, .deferStmt: return true
      case .funcDecl, .initDecl, .accessor: return false
      case .assign:
        if tree.firstChild(ancestor).map({ tree.name($0) == "onTermination" }) ?? false {
          return true
        }
      case .argument where ["onCancel", "receiveCancel"].contains(tree.label(ancestor)):
        return true
      case .call where ["AnyCancellable", "Cancellable"].contains(tree.name(ancestor)):
        return true
      default: continue
      }
    }
    return false
  }

  /// Whether the task sends what only the makers of a program read.
  private static func isReporting(_ site: TaskSite, _ tree: Tree) -> Bool {
    let source = tree.source(site.closure).lowercased()
    return ["telemetry", "analytics"].contains(where: source.contains)
  }

  /// Whether nothing of the task is skipped when it fails.
  private static func isLastStep(_ error: NodeID, of site: TaskSite, _ tree: Tree) -> Bool {
    let statement = tree.statement(around: error)
    return tree.statements(site.closure).last == statement
  }

  /// What tidies up, what will be done again anyway, and copies of what is somewhere else.
  private static func isSecondary(_ call: NodeID, _ tree: Tree) -> Bool {
    guard tree[call].kind == .call else { return false }
    let name = tree.name(call)
    if firstWords.contains(where: { starts(name, with: $0) }) { return true }
    return ["save", "write", "store", "remove", "delete"].contains(where: name.hasPrefix)
      && tree.source(call).lowercased().contains("cache")
  }

  private static func starts(_ name: String, with word: String) -> Bool {
    guard name.hasPrefix(word) else { return false }
    let next = name.dropFirst(word.count).first
    return next.map { $0.isUppercase || $0 == "_" } ?? true
  }

  private static let firstWords = [
    "unsubscribe", "disconnect", "close", "cancel", "stop", "terminate", "shutdown", "shutDown",
    "teardown", "tearDown", "cleanup", "cleanUp", "clean", "release", "invalidate", "refresh",
    "reload", "prefetch", "preload", "warm", "report", "track", "ping",
  ]
}
