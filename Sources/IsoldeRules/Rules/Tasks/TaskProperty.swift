import IsoldeModel
import IsoldeTree

/// A property that holds a task, with every place in its file that mentions it.
struct TaskProperty: Sendable {
  /// What a place does with the property.
  enum Use: Sendable {
    /// A new value is assigned.
    case assign
    /// It is emptied: `job = nil`.
    case clear
    /// Its task is cancelled.
    case cancel
    /// It is compared with `nil`.
    case check
    /// Anything else: it is waited for, passed on, looped over.
    case other
  }

  /// One place.
  struct Mention: Sendable {
    /// The name, or the member of `self`.
    let node: NodeID
    /// What happens there.
    let use: Use
    /// The declaration it stands in; the root for none.
    let declaration: NodeID
  }

  /// The property.
  let entry: PropertyEntry
  /// The places in source order.
  let mentions: [Mention]

  /// The property of the enclosing type that an assignment's target means, if it can be seen in
  /// this file only.
  init?(target: NodeID, in code: CodeContext, file: FileContext) {
    let tree = file.tree
    let node = tree.unwrapped(target)
    let isMember =
      tree[node].kind == .member && tree.firstChild(node).map { Self.isSelf($0, tree) } ?? false
    guard isMember || tree[node].kind == .identifier,
      isMember || code.local(named: tree[node].name, at: node) == nil,
      let entry = code.property(named: tree.name(node)), entry.unit == file.unit,
      entry.fact.isStored
    else { return nil }
    self.init(entry, file: file)
  }

  /// Reads the mentions of a property that no other file mentions.
  init?(_ entry: PropertyEntry, file: FileContext) {
    let tree = file.tree
    guard let name = tree.nameID(entry.fact.name),
      entry.fact.isPrivate || !Self.isNamedElsewhere(entry.fact.name, file)
    else { return nil }
    self.entry = entry
    var mentions: [Mention] = []
    for index in tree.nodes.indices where tree.nodes[index].name == name {
      let node = NodeID(index)
      let kind = tree.nodes[index].kind
      guard kind == .identifier || kind == .member else { continue }
      mentions.append(
        Mention(
          node: node, use: Self.use(of: node, tree),
          declaration: tree.ancestor(node, .funcDecl, .initDecl, .deinitDecl, .accessor) ?? .root))
    }
    self.mentions = mentions
  }

  /// Whether another file of the project has the property's name.
  private static func isNamedElsewhere(_ name: String, _ file: FileContext) -> Bool {
    file.project.units.indices.contains { unit in
      unit != file.unit && file.project.units[unit].tree.nameID(name) != nil
    }
  }

  private static func isSelf(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.name(tree.unwrapped(node)) == "self"
  }

  private static func use(of node: NodeID, _ tree: Tree) -> Use {
    if tree[node].kind == .member {
      guard let base = tree.firstChild(node), isSelf(base, tree) else { return .other }
    }
    let outer = tree.marked(node)
    guard let parent = tree.parent(outer) else { return .other }
    switch tree[parent].kind {
    case .assign where tree.firstChild(parent) == outer:
      let value = tree.lastChild(parent)
      return value.map { tree[$0].detail == .nil && tree[$0].kind == .literal } ?? false
        ? .clear : .assign
    case .binary where ["==", "!="].contains(tree.name(parent)):
      return tree.children(parent).contains { tree[$0].detail == .nil } ? .check : .other
    case .member where tree.name(parent) == "cancel":
      return .cancel
    case .member where tree.name(parent) == "isCancelled":
      return .check
    default:
      return .other
    }
  }
}

extension TaskProperty {
  /// Whether a task that is cancelled at a place is only replaced there by another one.
  func isReplaced(_ mention: Mention) -> Bool {
    mentions.contains {
      $0.use == .assign && $0.declaration == mention.declaration && mention.node < $0.node
    }
  }

  /// The places that cancel for good, those of `deinit` not counted.
  func stops(_ tree: Tree) -> [Mention] {
    mentions.filter {
      $0.use == .cancel && tree[$0.declaration].kind != .deinitDecl && !isReplaced($0)
    }
  }

  /// The place in a `deinit` that cancels.
  func cancelInDeinit(_ tree: Tree) -> Mention? {
    mentions.first { $0.use == .cancel && tree[$0.declaration].kind == .deinitDecl }
  }

  /// The places that do something else with the task.
  var others: [Mention] { mentions.filter { $0.use == .other } }

  /// Whether an observer or a wrapper of the property may cancel what was there before.
  var isObserved: Bool {
    entry.fact.hasObservers || !Set(entry.fact.attributes).isSubset(of: Self.harmless)
  }

  private static let harmless: Set<String> = [
    "MainActor", "ObservationIgnored", "State", "available", "Published", "nonobjc",
  ]
}
