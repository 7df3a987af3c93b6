import IsoldeModel
import IsoldeTree

/// What becomes of the handle of a task that the source creates.
///
/// A task whose handle is thrown away is never cancelled, so code that only runs in it need not
/// answer cancellation.
struct TaskHandle {
  private let project: Project
  private let unit: Int
  private let tree: Tree
  private let creation: NodeID

  /// - Parameters:
  ///   - creation: The call of `Task` or one of its relatives.
  ///   - unit: Its file.
  ///   - project: The project.
  init(_ creation: NodeID, unit: Int, in project: Project) {
    self.project = project
    self.unit = unit
    self.creation = creation
    tree = project.units[unit].tree
  }

  /// Whether the handle is thrown away, or kept where nothing cancels it.
  var isLost: Bool {
    guard !isCancelled else { return false }
    if tree.isDiscarded(creation) { return owner == nil }
    guard let parent = tree.parent(tree.marked(creation)) else { return false }
    return tree[parent].kind == .assign || tree[parent].kind == .binding
  }

  /// Whether the source cancels the handle where it is kept.
  var isCancelled: Bool { isCancelled(atEnd: true) }

  /// Whether the source cancels the handle while its owner goes on: not only in a `deinit` or when
  /// a view disappears.
  var isCancelledInUse: Bool { isCancelled(atEnd: false) }

  private func isCancelled(atEnd: Bool) -> Bool {
    if tree.arguments(creation).contains(where: { tree.label($0).lowercased().hasSuffix("bag") }) {
      return true
    }
    if let owner { return ["store", "asAnyCancellable"].contains(tree.name(owner)) }
    let outer = tree.marked(creation)
    guard let parent = tree.parent(outer) else { return false }
    switch tree[parent].kind {
    case .assign:
      guard let target = tree.firstChild(parent), target != outer else { return false }
      return storedName(target).map { isCancelled($0, atEnd: atEnd) } ?? false
    case .binding:
      guard let pattern = tree.firstChild(parent), tree[pattern].kind == .bindPattern else {
        return false
      }
      return isCancelled(tree.name(pattern), atEnd: atEnd)
    default:
      return false
    }
  }

  /// The method that is called on the new task at once: `store` of `Task { }.store(in:)`.
  private var owner: NodeID? {
    guard let member = tree.parent(tree.marked(creation)), tree[member].kind == .member,
      let call = tree.parent(member), tree[call].kind == .call
    else { return nil }
    return call
  }

  private func storedName(_ target: NodeID) -> String? {
    let unwrapped = tree.unwrapped(target)
    switch tree[unwrapped].kind {
    case .identifier, .member: return tree.name(unwrapped)
    case .subscriptExpr: return tree.firstChild(unwrapped).flatMap(storedName)
    default: return nil
    }
  }

  // MARK: - Who cancels

  /// Whether the file, or the type around the task, cancels what is stored under a name.
  private func isCancelled(_ name: String, atEnd: Bool) -> Bool {
    if isCancelledInFile(name, atEnd: atEnd) { return true }
    guard let node = tree.ancestor(creation, .typeDecl), let type = project.type(at: node, in: unit)
    else { return false }
    return project[type].functions.values.joined().contains { id in
      // The file has been read call by call.
      (atEnd || project[id].unit != unit && project[id].fact.kind != .deinitializer)
        && project[id].fact.effects.calls.contains {
          $0.name == "cancel" && $0.receiver == .name(name)
        }
    }
  }

  private func isCancelledInFile(_ name: String, atEnd: Bool) -> Bool {
    guard let cancel = tree.nameID("cancel"), let nameID = tree.nameID(name) else { return false }
    return tree.nodes.indices.contains { index in
      guard tree.nodes[index].name == cancel, tree.nodes[index].kind == .call,
        let receiver = tree.receiver(NodeID(index)), atEnd || !isAtEnd(receiver)
      else { return false }
      return tree.anyNode(from: receiver) { tree[$0].name == nameID }
        || comesFrom(nameID, receiver)
    }
  }

  /// Whether a call stands in a `deinit` or in what runs when a view disappears.
  private func isAtEnd(_ call: NodeID) -> Bool {
    tree.ancestors(call).contains { ancestor in
      tree[ancestor].kind == .deinitDecl
        || tree[ancestor].kind == .closure
          && tree.call(takingClosure: ancestor).map { tree.name($0) == "onDisappear" } ?? false
    }
  }

  /// `$0`, a loop's element or an unwrapped value that stands for something under the name.
  private func comesFrom(_ nameID: UInt32, _ receiver: NodeID) -> Bool {
    guard tree[tree.unwrapped(receiver)].kind == .identifier else { return false }
    for ancestor in tree.ancestors(receiver) {
      var sources: [NodeID] = []
      switch tree[ancestor].kind {
      case .forStmt: sources = tree.child(ancestor, at: 1).map { [$0] } ?? []
      case .closure:
        sources = tree.call(takingClosure: ancestor).flatMap(tree.receiver).map { [$0] } ?? []
      case .ifStmt, .guardStmt:
        sources = tree.children(ancestor).filter { tree[$0].kind == .condition }
      case .funcDecl: return false
      default: continue
      }
      if sources.contains(where: { tree.anyNode(from: $0) { tree[$0].name == nameID } }) {
        return true
      }
    }
    return false
  }
}
