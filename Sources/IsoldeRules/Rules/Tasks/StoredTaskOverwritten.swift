import IsoldeModel
import IsoldeTree

/// Finds methods that replace a stored task without cancelling the one before.
struct StoredTaskOverwritten: Rule {
  static let info = RuleInfo(
    id: "stored-task-overwritten", group: .tasks,
    summary: "a stored task is replaced by the next one without being cancelled",
    reason: "the old run goes on, can finish last, and nobody holds it any more",
    tier: .optIn, triggers: ["Task"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for site in TaskSite.all(in: file) {
      guard case .assigned(let target) = site.handle(in: file),
        let code = file.code(around: site.call), tree[code.node].kind == .funcDecl,
        let fact = code.functionFact, !fact.isStatic, !runsOnce(fact.name),
        let entry = property(target, code), isPlain(entry),
        let parameter = parameter(of: fact, in: site.closure, code),
        !isHandledBefore(site, entry.fact.name, code), !asksItself(site.closure, code),
        !callersHandle(entry.fact.name, code, file), !startsItself(site, code),
        LongLoop.all(in: site.closure, code).isEmpty
      else { continue }
      report.report(
        tree.firstChild(site.call) ?? site.call,
        "the task that '\(entry.fact.name)' held before goes on and can finish after this one; cancel it "
          + "first",
        notes: [
          (
            parameter,
            "the task depends on '\(tree.name(parameter))', which differs from call to call"
          )
        ],
        confidence: .resolved)
    }
  }

  private func runsOnce(_ name: String) -> Bool {
    [
      "viewDidLoad", "awakeFromNib", "loadView", "setUp", "setup", "configure", "onLoad",
      "onAppear",
      "initialize", "bootstrap",
    ].contains(name)
      || ["start", "begin", "launch"].contains { name.hasPrefix($0) }
      || name.hasPrefix("didFinishLaunching") || name == "application"
  }

  private func property(_ target: NodeID, _ code: CodeContext) -> PropertyEntry? {
    let tree = code.tree
    let node = tree.unwrapped(target)
    switch tree[node].kind {
    case .identifier where code.local(named: tree[node].name, at: node) == nil: break
    case .member:
      guard let base = tree.firstChild(node), tree.name(tree.unwrapped(base)) == "self" else {
        return nil
      }
    default: return nil
    }
    return code.property(named: tree.name(node))
  }

  private func isPlain(_ entry: PropertyEntry) -> Bool {
    guard entry.fact.isStored, !entry.fact.isStatic, !entry.fact.hasObservers else { return false }
    return Set(entry.fact.attributes).isSubset(of: [
      "MainActor", "ObservationIgnored", "State", "available",
    ])
      && (entry.fact.type?.unwrapped.isTask ?? false)
  }

  /// The use of a parameter in the task.
  private func parameter(of fact: FunctionFact, in closure: NodeID, _ code: CodeContext) -> NodeID?
  {
    let tree = code.tree
    let names = Set(fact.parameters.filter { !$0.type.isFunction }.map(\.name))
    return tree.firstDescendant(of: closure) {
      tree[$0].kind == .identifier && names.contains(tree.name($0))
    }
  }

  /// Whether the function asks for the property, or for other state of its own, before it assigns.
  private func isHandledBefore(_ site: TaskSite, _ name: String, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let isNamed = tree.anyDescendant(of: code.node) { node in
      guard tree.name(node) == name, !isTarget(node, of: site, tree) else { return false }
      return node < site.call || isKept(node, in: site, tree)
    }
    if isNamed { return true }
    return code.flow.points.contains { point in
      guard point.node < site.call else { return false }
      switch point.kind {
      case .read:
        guard point.flags.contains(.isCondition), let member = code.memberName(of: point.path)
        else {
          return false
        }
        return code.property(named: member) != nil
      case .call:
        return touches(name, point.node, code)
      default:
        return false
      }
    }
  }

  private func touches(_ name: String, _ call: NodeID, _ code: CodeContext) -> Bool {
    guard let callee = code.callee(of: call) else { return false }
    let effects = code.project.effects(of: callee)
    return (effects.reads + effects.writes).contains { $0.property == name }
  }

  private func isTarget(_ node: NodeID, of site: TaskSite, _ tree: Tree) -> Bool {
    guard let assignment = tree.parent(tree.marked(site.call)),
      let target = tree.firstChild(assignment)
    else { return false }
    return tree.contains(target, node)
  }

  /// The task itself waits for the one before, or takes it in its capture list.
  private func isKept(_ node: NodeID, in site: TaskSite, _ tree: Tree) -> Bool {
    guard tree.contains(site.closure, node) else { return false }
    guard let assignment = tree.parent(tree.marked(node)), tree[assignment].kind == .assign else {
      return true
    }
    return tree.firstChild(assignment) != tree.marked(node)
  }

  /// Whether a function that calls this one deals with the property.
  private func callersHandle(_ name: String, _ code: CodeContext, _ file: FileContext) -> Bool {
    let tree = file.tree
    return file.calls(named: tree.name(code.node)).contains { call in
      guard let caller = tree.ancestor(call, .funcDecl, .initDecl, .accessor), caller != code.node
      else {
        return false
      }
      return tree.anyDescendant(of: caller) { node in
        if tree.name(node) == name, tree[node].kind == .identifier || tree[node].kind == .member {
          return true
        }
        guard tree[node].kind == .call, node < call, let other = file.code(around: node) else {
          return false
        }
        return touches(name, node, other)
      }
    }
  }

  /// Whether what the task calls starts the next one: then this one is over by then.
  private func startsItself(_ site: TaskSite, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let name = tree.name(code.node)
    return tree.anyDescendant(of: site.closure) { node in
      guard tree[node].kind == .call else { return false }
      if tree.name(node) == name { return true }
      guard let callee = code.callee(of: node) else { return false }
      return code.project[callee].fact.effects.calls.contains { $0.name == name }
    }
  }

  /// Whether the task compares what it was started for with what is current.
  private func asksItself(_ closure: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let marks = [
      "generation", "token", "requestid", "nonce", "ticket", "version", "epoch", "sequence",
    ]
    return tree.anyDescendant(of: closure) { node in
      switch tree[node].kind {
      case .binary where ["==", "!=", "===", "!=="].contains(tree.name(node)):
        return !tree.children(node).contains {
          tree[$0].kind == .literal || tree[$0].kind == .member && tree.firstChild($0) == nil
        }
      case .identifier, .member:
        let name = tree.name(node).lowercased()
        return marks.contains(where: name.contains)
      default:
        return false
      }
    }
  }
}
