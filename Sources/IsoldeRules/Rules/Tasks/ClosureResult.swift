import IsoldeModel
import IsoldeTree

/// Whether the value of a closure with one expression can be used by somebody.
enum ClosureResult {
  static func isUsed(_ closure: NodeID, in file: FileContext) -> Bool {
    let tree = file.tree
    if let result = tree.children(closure).first(where: { tree[$0].kind == .typeRef }) {
      return !isVoid(TypeName(result, in: tree))
    }
    guard let call = tree.call(takingClosure: closure) else {
      return isUsedElsewhere(closure, file)
    }
    if tree.isTaskCreation(call) {
      return TaskSite(call, in: tree).map { !$0.isDiscarded(in: file) } ?? true
    }
    let name = tree.name(call)
    if name == "forEach" || name == "async" || name == "asyncAfter" { return false }
    if let declared = declaredResult(closure, call, file) { return !isVoid(declared) }
    return passesOn.contains(name) && !tree.isDiscarded(call)
  }

  /// The result that the project declares for the parameter that the closure is given to.
  private static func declaredResult(
    _ closure: NodeID, _ call: NodeID, _ file: FileContext
  ) -> TypeName? {
    let tree = file.tree
    guard let code = file.code(around: call), let argument = tree.parent(closure) else {
      return nil
    }
    let label = tree.label(argument)
    if let callee = code.callee(of: call) {
      let parameters = file.project[callee].fact.parameters.filter(\.type.isFunction)
      let fitting = parameters.filter { $0.label == label }
      let parameter = fitting.first ?? (parameters.count == 1 ? parameters.first : nil)
      return parameter?.type.arguments.last
    }
    // The closures that a value is made of.
    guard tree.name(call).first?.isUppercase == true,
      let type = code.entry(of: TypeName(tree.name(call))), let property = type.properties[label],
      let declared = property.fact.type, declared.isFunction
    else { return nil }
    return declared.arguments.last
  }

  /// A closure that is called at once, assigned or given as a first value.
  private static func isUsedElsewhere(_ closure: NodeID, _ file: FileContext) -> Bool {
    let tree = file.tree
    guard let parent = tree.parent(closure) else { return true }
    switch tree[parent].kind {
    case .assign:
      guard let target = tree.firstChild(parent), let code = file.code(around: parent),
        let type = code.type(of: target), type.isFunction, let result = type.arguments.last
      else { return false }
      return !isVoid(result)
    case .binding:
      guard let type = tree.child(parent, .typeRef).map({ TypeName($0, in: tree) }),
        type.isFunction, let result = type.arguments.last
      else { return true }
      return !isVoid(result)
    case .call, .returnStmt:
      return true
    default:
      return true
    }
  }

  private static func isVoid(_ type: TypeName) -> Bool {
    type.base == "Void" || type.base.isEmpty && type.arguments.isEmpty && !type.isFunction
  }

  /// Functions that hand on what their closure returns.
  private static let passesOn: Set<String> = [
    "map", "flatMap", "compactMap", "reduce", "withLock", "withLockUnchecked", "withLockedValue",
    "withLockVoid", "sync", "run", "assumeIsolated", "withValue", "withExtendedLifetime",
    "autoreleasepool", "withDependencies", "withAnimation", "performAndWait", "perform", "locked",
    "withCheckedContinuation", "withCheckedThrowingContinuation", "addTask", "lazy", "mapValues",
    "synchronized", "withTransaction", "withSpan", "measure", "compactMapValues", "init",
  ]
}
