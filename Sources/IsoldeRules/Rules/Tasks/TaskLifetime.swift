import IsoldeModel
import IsoldeTree

/// Who ends a task that does not end by itself.
enum TaskLifetime: Sendable {
  /// The `deinit` of its owner cancels it, at this node; `hasStops` says that methods do so too.
  case owner(NodeID, hasStops: Bool)
  /// The property that keeps it cancels it when the owner is released.
  case property(String)
  /// It is kept, and nothing in the project cancels it.
  case nobody
  /// Nobody keeps it, so nobody can.
  case unheld
  /// Somebody calls a method that cancels it, or its handle goes where the rules do not follow.
  case elsewhere

  /// Who ends a task.
  static func of(_ site: TaskSite, _ code: CodeContext, _ file: FileContext) -> TaskLifetime {
    let tree = file.tree
    let wrapper = site.cancellable(tree)
    let handle = wrapper.map { TaskSite.handle(ofWrapper: $0, in: file) } ?? site.handle(in: file)
    switch handle {
    case .discarded:
      return wrapper == nil ? .unheld : .elsewhere
    case .assigned(let target):
      guard let property = TaskProperty(target: target, in: code, file: file),
        !property.isObserved, property.others.isEmpty
      else { return .elsewhere }
      return of(property, isWrapped: wrapper != nil, tree)
    case .bound, .used:
      return cancelInDeinit(code, file).map { .owner($0, hasStops: true) } ?? .elsewhere
    case .awaited, .dropped:
      return .elsewhere
    }
  }

  private static func of(_ property: TaskProperty, isWrapped: Bool, _ tree: Tree) -> TaskLifetime {
    var stops = property.stops(tree).count
    if isWrapped {
      stops += property.mentions.filter { $0.use == .clear && !property.isReplaced($0) }.count
    }
    if let cancel = property.cancelInDeinit(tree) {
      return .owner(cancel.node, hasStops: stops > 0)
    }
    if stops > 0 { return .elsewhere }
    if isWrapped { return .property(property.entry.fact.name) }
    return property.mentions.contains { $0.use == .cancel } ? .elsewhere : .nobody
  }

  /// The place at which a `deinit` of the type cancels something.
  private static func cancelInDeinit(_ code: CodeContext, _ file: FileContext) -> NodeID? {
    let tree = file.tree
    return file.calls(named: "cancel").first { call in
      guard let deinitializer = tree.ancestor(call, .deinitDecl),
        let outer = tree.parent(deinitializer)
      else { return false }
      return file.project.type(at: outer, in: file.unit) == code.type
    }
  }
}
