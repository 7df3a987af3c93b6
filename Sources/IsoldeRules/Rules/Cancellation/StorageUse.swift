import IsoldeModel
import IsoldeTree

/// How a closure uses storage that it shares with other closures: properties, captured variables and
/// what stands behind a lock.
struct StorageUse {
  /// One use.
  struct Use {
    enum Kind {
      /// A value is read or taken out.
      case looks
      /// A value is put in.
      case stores
      /// A mark is left that something happened: a flag, an element of a set.
      case remembers
      /// A method that cannot be followed is called on a value: `cancel`, `resume`.
      case acts
      /// Code that cannot be followed gets the storage.
      case unknown
    }

    let kind: Kind
    /// The access path without `self` and without marks: `box.task`.
    let path: String
    /// Where it is used, in the closure itself.
    let node: NodeID
  }

  private let file: FileContext
  private let tree: Tree
  /// The declaration whose body is read now.
  private var code: CodeContext
  private var uses: [Use] = []
  private var depth = 0
  /// The call in the closure itself that led to the method that is followed.
  private var origin: NodeID?
  /// The paths that names stand for: the parameter of a lock's closure, `self` of a method.
  private var meanings: [String: String] = [:]

  /// The uses in a closure, methods of the same file being followed.
  static func uses(in closure: NodeID, _ code: CodeContext, _ file: FileContext) -> [Use] {
    var search = StorageUse(code, file)
    if let block = code.tree.child(closure, .block) { search.visit(block) }
    return search.uses
  }

  private init(_ code: CodeContext, _ file: FileContext) {
    self.code = code
    self.file = file
    tree = code.tree
  }

  private mutating func add(_ kind: Use.Kind, _ path: String, _ node: NodeID) {
    uses.append(Use(kind: kind, path: path, node: origin ?? node))
  }

  // MARK: - Walking

  private mutating func visit(_ node: NodeID) {
    switch tree[node].kind {
    case .assign: visitAssignment(node)
    case .call: visitCall(node)
    case .typeDecl, .funcDecl: return
    case .identifier, .member, .subscriptExpr, .optionalChain, .forceUnwrap:
      guard let path = path(of: node) else { return visitChildren(node) }
      add(.looks, path, node)
    default: visitChildren(node)
    }
  }

  private mutating func visitChildren(_ node: NodeID) {
    for child in tree.children(node) { visit(child) }
  }

  private mutating func visitAssignment(_ node: NodeID) {
    guard let target = tree.firstChild(node), let value = tree.lastChild(node) else { return }
    visit(value)
    guard let path = path(of: target) else { return }
    let kind: Use.Kind
    switch tree[value].kind {
    case .literal where tree[value].detail == .nil: kind = .looks
    case .literal where tree[value].detail == .boolean:
      kind = tree.name(value) == "true" ? .remembers : .looks
    case .literal: kind = .remembers
    case .member where tree.firstChild(value) == nil: kind = .remembers
    case .arrayExpr, .dictionaryExpr: kind = tree.firstChild(value) == nil ? .looks : .stores
    default: kind = .stores
    }
    add(kind, path, node)
  }

  private mutating func visitCall(_ node: NodeID) {
    let name = tree.name(node)
    guard let receiver = tree.receiver(node) else { return visitPlainCall(node) }
    if Self.lockNames.contains(name) { return visitLocked(node, receiver) }
    for argument in tree.arguments(node) { visitChildren(argument) }
    guard let path = path(of: receiver) else { return visit(receiver) }
    switch name {
    case "insert", "append", "updateValue", "formUnion":
      add(.stores, path, node)
    case "store", "exchange", "compareExchange":
      add(.remembers, path, node)
    case "removeValue", "remove", "removeAll", "popFirst", "removeFirst", "popLast":
      add(.looks, path, node)
    default:
      let before = uses.count
      // A method in which nothing can be seen is as good as one that cannot be followed.
      if !follow(node, receiver: path) || uses.count == before { add(.acts, path, node) }
    }
  }

  /// A function without a receiver: a method of `self`, or something that does not know the storage.
  private mutating func visitPlainCall(_ node: NodeID) {
    for argument in tree.arguments(node) { visitChildren(argument) }
    guard let callee = tree.firstChild(node), tree[callee].kind == .identifier,
      code.typeEntry?.functions[tree.name(node)] != nil
    else { return }
    if !follow(node, receiver: "") {
      add(.unknown, "", node)
    }
  }

  private mutating func visitLocked(_ node: NodeID, _ receiver: NodeID) {
    guard let closure = tree.closures(node).last, let block = tree.child(closure, .block),
      let path = path(of: receiver)
    else { return visitChildren(node) }
    let parameter = tree.child(closure, .param).map { tree.name($0) } ?? "$0"
    let outer = meanings[parameter]
    meanings[parameter] = path
    visit(block)
    meanings[parameter] = outer
  }

  /// Follows a method of the same file; its own properties are paths behind the receiver.
  private mutating func follow(_ call: NodeID, receiver: String) -> Bool {
    guard depth < 3, let id = code.callee(of: call) else { return false }
    let entry = code.project[id]
    guard entry.unit == code.unit, let block = tree.child(entry.fact.node, .block) else {
      return false
    }
    // A method that replaces its whole value runs a state machine; what that keeps is not followed.
    if tree.source(block).contains("self = ") {
      add(.unknown, "", call)
      return true
    }
    depth += 1
    let outer = (meanings, prefix, origin, code)
    if let callee = file.code.first(where: { $0.function == id }) { code = callee }
    origin = origin ?? call
    if !receiver.isEmpty {
      meanings = [:]
      prefix = receiver
    }
    visit(block)
    (meanings, prefix, origin, code) = outer
    depth -= 1
    return true
  }

  // MARK: - Paths

  /// What stands before a name that is a member of the followed method's own type.
  private var prefix = ""

  /// The access path of an expression, keys left out; `nil` if it is more than a path.
  private func path(of node: NodeID) -> String? {
    switch tree[node].kind {
    case .identifier:
      let name = tree.name(node)
      if name == "self" { return prefix }
      if let meaning = meanings[name] { return meaning }
      return prefix.isEmpty ? name : prefix + "." + name
    case .member:
      guard let base = tree.firstChild(node), let path = path(of: base) else { return nil }
      return path.isEmpty ? tree.name(node) : path + "." + tree.name(node)
    case .subscriptExpr, .optionalChain, .forceUnwrap:
      return tree.firstChild(node).flatMap(path)
    default:
      return nil
    }
  }

  private static let lockNames: Set<String> = [
    "withLock", "withLockUnchecked", "withLockedValue", "withLockVoid", "withCriticalRegion",
    "withCriticalScope", "sync", "mutate", "withValue",
  ]
}
