import IsoldeModel
import IsoldeTree

/// Finds cancellation handlers that can run before there is anything for them to cancel.
struct EarlyCancellationLost: Rule {
  static let info = RuleInfo(
    id: "early-cancellation-lost", group: .cancellation,
    summary: "a cancellation handler looks for something that the operation stores only later",
    reason: "a task that is already cancelled runs the handler first, and nothing remembers it",
    tier: .optIn, triggers: ["withTaskCancellationHandler"])

  func check(_ file: FileContext, _ report: inout Reporter) {
    let tree = file.tree
    for call in file.calls(named: "withTaskCancellationHandler") {
      guard let code = file.code(around: call),
        let handler = handlerClosure(of: call, tree), let operation = tree.closures(call).first,
        operation != handler, let lost = LostCancellation.find(operation, handler, code, file)
      else { continue }
      report.report(
        lost.registration,
        "'\(lost.name)' is set too late for a task that is cancelled already: the handler has run "
          + "and nothing remembers it; check 'Task.isCancelled' after setting it",
        notes: [(lost.look, "the handler looks for it here and finds nothing")],
        confidence: .resolved)
    }
  }

  private func handlerClosure(of call: NodeID, _ tree: Tree) -> NodeID? {
    tree.argument(call, labelled: "onCancel").flatMap { tree[$0].kind == .closure ? $0 : nil }
  }
}

/// What a handler looks for, and where the operation stores it.
struct LostCancellation {
  /// The place in the handler.
  let look: NodeID
  /// The place in the operation.
  let registration: NodeID
  /// The path of the storage.
  let name: String

  /// Finds storage that only the operation fills and that the handler only empties.
  static func find(
    _ operation: NodeID, _ handler: NodeID, _ code: CodeContext, _ file: FileContext
  ) -> LostCancellation? {
    let tree = code.tree
    guard !hopsAway(handler, tree), !CancellationMarks.stand(in: operation, tree) else {
      return nil
    }
    let looks = StorageUse.uses(in: handler, code, file)
    guard looks.allSatisfy({ $0.kind == .looks || $0.kind == .acts }) else { return nil }
    let stores = StorageUse.uses(in: operation, code, file).filter { $0.kind == .stores }
    var found: LostCancellation?
    for look in looks where !look.path.isEmpty {
      let store = stores.first { look.path == $0.path || look.path.hasPrefix($0.path + ".") }
      if let store, !store.path.isEmpty {
        // A method of the storage itself decides what to do with an early call.
        if look.kind == .acts, look.path == store.path, isDirect(look.node, tree) { return nil }
        found =
          found ?? LostCancellation(look: look.node, registration: store.node, name: store.path)
      } else if look.kind == .acts, outlives(look.path, handler, code) {
        // Something that was there before is told, and may remember it.
        return nil
      }
    }
    return found
  }

  /// Whether a call is made on a value that is always there.
  private static func isDirect(_ call: NodeID, _ tree: Tree) -> Bool {
    guard tree[call].kind == .call, let receiver = tree.receiver(call) else { return false }
    return ![.optionalChain, .forceUnwrap].contains(tree[receiver].kind)
  }

  /// Whether a path leads to something that exists outside of the handler.
  private static func outlives(_ path: String, _ handler: NodeID, _ code: CodeContext) -> Bool {
    let root = path.prefix { $0 != "." }
    guard let name = code.tree.nameID(String(root)) else { return false }
    guard let local = code.local(named: name, at: handler) else {
      return !Self.isBoundIn(handler, name, code.tree)
    }
    return !code.tree.contains(handler, local.node)
  }

  private static func isBoundIn(_ handler: NodeID, _ name: UInt32, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: handler) { tree[$0].kind == .bindPattern && tree[$0].name == name }
  }

  /// A handler that starts a task comes after what the operation does at once.
  private static func hopsAway(_ handler: NodeID, _ tree: Tree) -> Bool {
    tree.anyDescendant(of: handler) { tree[$0].kind == .call && tree.isTaskCreation($0) }
  }
}
