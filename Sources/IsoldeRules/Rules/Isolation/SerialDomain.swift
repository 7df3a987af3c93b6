import IsoldeModel
import IsoldeTree

/// Judges whether an actor's methods need their callers in line although the actor has no state.
///
/// State can lie outside: in files, in a library, behind a parameter. Only calls that are known not
/// to reach such state let an actor count as one that protects nothing.
struct SerialDomain {
  private let type: TypeEntry
  private let project: Project

  init(_ type: TypeEntry, _ project: Project) {
    self.type = type
    self.project = project
  }

  /// Whether the actor has methods of its own domain and none of them touches anything outside.
  var protectsNothing: Bool {
    var hasMethods = false
    for candidates in type.functions.values {
      for id in candidates {
        let function = project[id]
        if function.fact.parameters.contains(where: { $0.type.flags.contains(.isIsolated) }) {
          return false
        }
        guard function.isolation == .actorInstance, function.fact.hasBody else { continue }
        switch function.fact.kind {
        case .function: hasMethods = true
        case .getter, .subscriptAccessor: break
        default: continue
        }
        guard isHarmless(function), !isStandIn(function), !takesWorkAway(function) else {
          return false
        }
      }
    }
    return hasMethods
  }

  /// Whether a method only passes the time: a stand-in for a service whose state is still to come.
  private func isStandIn(_ function: FunctionEntry) -> Bool {
    let tree = project.units[function.unit].tree
    guard let block = tree.child(function.fact.node, .block) else { return false }
    return tree.anyDescendant(of: block) { node in
      tree[node].kind == .call && ["yield", "sleep"].contains(tree.name(node))
        && tree.receiverName(node) == "Task"
    }
  }

  /// Whether a method computes without a suspension: an actor keeps that away from its callers, which a
  /// struct's method would not.
  private func takesWorkAway(_ function: FunctionEntry) -> Bool {
    let staysWithCaller =
      !function.fact.isAsync || project.settings(of: function.unit).runsNonisolatedAsyncOnCaller
    return staysWithCaller && !function.fact.effects.suspends
      && BodyWork.isSubstantial(function, project)
  }

  private func isHarmless(_ function: FunctionEntry) -> Bool {
    let tree = project.units[function.unit].tree
    let parameters = Set(function.fact.parameters.map(\.name))
    let runsCallers = function.fact.parameters.contains {
      $0.type.isFunction && !$0.type.isAsyncFunction
    }
    guard !runsCallers, let block = tree.child(function.fact.node, .block),
      !reachesOutside(block, tree)
    else { return false }
    for node in tree.descendants(block) {
      switch tree[node].kind {
      case .call:
        guard isHarmless(call: node, tree) else { return false }
      case .assign:
        // A write through a parameter changes state that callers share.
        guard let target = tree.firstChild(node), let root = root(of: target, tree) else {
          continue
        }
        if parameters.contains(root), !shadows(root, in: block, tree) { return false }
      case .identifier:
        if project.globals[tree.name(node)]?.contains(where: { !$0.fact.isLet }) ?? false {
          return false
        }
      default: break
      }
    }
    return true
  }

  /// Whether a local of a body has the name of a parameter.
  private func shadows(_ name: String, in block: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: block) { tree[$0].kind == .bindPattern && tree.name($0) == name }
  }

  private func isHarmless(call: NodeID, _ tree: Tree) -> Bool {
    guard !isAwaited(call, tree) else { return true }
    let name = tree.name(call)
    guard tree.receiver(call) != nil else {
      guard let callee = tree.firstChild(call) else { return false }
      if tree[callee].kind != .identifier { return tree[callee].kind == .member }
      if type.functions[name] != nil { return true }
      return (name.first?.isUppercase ?? false) || Self.pureFunctions.contains(name)
    }
    return !isFacade(call, tree)
  }

  /// `Store.save(rule)`: a type in whose name state is kept elsewhere, which the actor puts in line.
  private func isFacade(_ call: NodeID, _ tree: Tree) -> Bool {
    guard tree.receiverName(call).first?.isUppercase ?? false else { return false }
    let name = tree.name(call)
    return Self.storageVerbs.contains(where: name.hasPrefix)
  }

  /// Whether a body speaks of a shared object or of the system; read off the text, because bodies
  /// that nothing concurrent stands in are not parsed.
  private func reachesOutside(_ block: NodeID, _ tree: Tree) -> Bool {
    let text = tree.source(block)
    return Self.outsideWords.contains { text.utf8Offset(of: $0) != nil }
  }

  private func isAwaited(_ call: NodeID, _ tree: Tree) -> Bool {
    for ancestor in tree.ancestors(call) {
      switch tree[ancestor].kind {
      case .awaitExpr: return true
      case .block, .closure: return false
      default: continue
      }
    }
    return false
  }

  /// The name at the start of an access path.
  private func root(of path: NodeID, _ tree: Tree) -> String? {
    var current = path
    while true {
      switch tree[current].kind {
      case .identifier: return tree.name(current)
      case .member, .subscriptExpr, .optionalChain, .forceUnwrap, .call, .specialization:
        guard let inner = tree.firstChild(current) else { return nil }
        current = inner
      default: return nil
      }
    }
  }

  private static let storageVerbs = [
    "load", "save", "update", "delete", "store", "write", "set", "remove", "register", "insert",
    "append", "add", "clear", "reset",
  ]

  private static let pureFunctions: Set<String> = [
    "print", "min", "max", "abs", "zip", "stride", "type", "assert", "precondition",
    "preconditionFailure", "fatalError", "withCheckedContinuation", "round", "floor", "ceil",
    "withCheckedThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup", "repeatElement",
    "compiler", "swift", "os", "canImport",
  ]

  private static let outsideWords = [
    ".shared", ".default", ".standard", ".current", ".main", "FileManager", "FileHandle",
    "FileDescriptor", "Process(", "Pipe(", "UserDefaults", "contentsOf", ".write(", "Keychain",
    "SecItem", "sqlite", "unsafe", "Unsafe", "Opaque", "AV", "CG", "#isolation",
  ]
}
