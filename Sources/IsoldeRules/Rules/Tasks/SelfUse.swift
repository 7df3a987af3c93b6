import IsoldeModel
import IsoldeTree

/// How code in a closure uses the instance that it stands in.
enum SelfUse {
  /// How a closure captures `self` in its capture list.
  enum Capture: Sendable { case unmentioned, strong, weak, unowned }

  /// How a closure captures `self`.
  static func capture(_ closure: NodeID, _ tree: Tree) -> Capture {
    for child in tree.children(closure) where tree[child].kind == .capture {
      guard tree.name(child) == "self" || value(child, tree) == "self" else { continue }
      if tree[child].flags.contains(.isWeak) { return .weak }
      if tree[child].flags.contains(.isUnowned) { return .unowned }
      return .strong
    }
    return .unmentioned
  }

  private static func value(_ capture: NodeID, _ tree: Tree) -> String {
    tree.firstChild(capture).map { tree.name($0) } ?? ""
  }

  /// The first place inside a node that needs the instance itself: `self`, or a member without it.
  ///
  /// What goes through an optional `self`, and closures that capture it weakly, do not count.
  static func first(in node: NodeID, _ code: CodeContext) -> NodeID? {
    let tree = code.tree
    var index = Int(node.index)
    let end = Int(tree[node].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      switch tree.nodes[index].kind {
      case .closure where [.weak, .unowned].contains(capture(id, tree)), .typeDecl:
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      case .identifier where isInstance(id, code):
        return id
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The awaited calls in a closure that are made on the instance: `f()`, `self.f()`, `self?.f()`.
  static func calls(in closure: NodeID, _ code: CodeContext) -> [NodeID] {
    let tree = code.tree
    var found: [NodeID] = []
    var index = Int(closure.index) + 1
    let end = Int(tree[closure].subtreeEnd)
    while index < end {
      let id = NodeID(index)
      switch tree.nodes[index].kind {
      case .closure, .funcDecl, .typeDecl:
        index = Int(tree.nodes[index].subtreeEnd)
        continue
      case .call where isOwnCall(id, tree): found.append(id)
      default: break
      }
      index += 1
    }
    return found
  }

  private static func isOwnCall(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let parent = tree.parent(call) else { return false }
    let isAwaited =
      tree[parent].kind == .awaitExpr
      || tree[parent].kind == .tryExpr
        && tree.parent(parent).map { tree[$0].kind == .awaitExpr }
          ?? false
    guard isAwaited else { return false }
    if let receiver = tree.receiver(call) { return tree.name(tree.unwrapped(receiver)) == "self" }
    return tree.firstChild(call).map { tree[$0].kind == .identifier } ?? false
  }

  private static func isInstance(_ id: NodeID, _ code: CodeContext) -> Bool {
    let tree = code.tree
    let name = tree.name(id)
    if name == "self" || name == "super" {
      guard let parent = tree.parent(id) else { return false }
      return tree[parent].kind != .optionalChain && !isRebinding(parent, tree)
    }
    guard code.local(named: tree[id].name, at: id) == nil else { return false }
    if let property = code.property(named: name) { return !property.fact.isStatic }
    guard let parent = tree.parent(id), tree[parent].kind == .call else { return false }
    for type in code.project.lineage(of: code.type) {
      guard let functions = code.project[type].functions[name] else { continue }
      return functions.contains {
        let fact = code.project[$0].fact
        return fact.kind == .function && !fact.isStatic
      }
    }
    return false
  }

  /// `guard let self`, `let this = self`, `self == nil`.
  private static func isRebinding(_ parent: NodeID, _ tree: Tree) -> Bool {
    switch tree[parent].kind {
    case .condition: return tree[parent].detail == .binding
    case .binary: return ["==", "!=", "===", "!=="].contains(tree.name(parent))
    default: return false
    }
  }

  /// Whether a condition binds `self`, or gives a weak `self` another name.
  static func bindsSelf(_ condition: NodeID, _ tree: Tree) -> Bool {
    boundName(condition, tree) != nil
  }

  /// The name under which a condition binds `self`.
  static func boundName(_ condition: NodeID, _ tree: Tree) -> String? {
    guard tree[condition].kind == .condition, tree[condition].detail == .binding,
      let pattern = tree.firstChild(condition)
    else { return nil }
    if tree.name(pattern) == "self" { return "self" }
    guard let value = tree.lastChild(condition), value != pattern else { return nil }
    return tree[value].kind == .identifier && tree.name(value) == "self" ? tree.name(pattern) : nil
  }

  /// Whether a type stands for the whole process: a singleton, an app's delegate, a program.
  static func livesForTheProcess(_ type: TypeEntry, _ project: Project) -> Bool {
    if type.attributes.contains("main") || type.attributes.contains("UIApplicationMain") {
      return true
    }
    let name = type.name
    if ["Root", "AppDelegate", "AppState", "AppModel", "AppCoordinator"].contains(
      where: name.contains)
    {
      return true
    }
    let roots = [
      "UIApplicationDelegate", "NSApplicationDelegate", "App", "UISceneDelegate",
      "UIWindowSceneDelegate", "NEPacketTunnelProvider", "AsyncParsableCommand",
    ]
    if roots.contains(where: type.inherits) { return true }
    if AppOwned.names(in: project).contains(name) { return true }
    return AppOwned.isSingleton(type)
  }
}

/// The types of what lasts as long as the process: singletons, what an app holds in a property, and
/// what these hold in turn.
private struct AppOwned: Sendable {
  private let names: Set<String>

  /// How far ownership is followed from an app or a singleton.
  private static let depth = 4

  static func names(in project: Project) -> Set<String> {
    project.analysis { project in
      var names: Set<String> = []
      var owners = project.types.filter { $0.inherits("App") || isSingleton($0) }
      for _ in 0..<depth {
        var next: [TypeEntry] = []
        for owner in owners {
          for property in owner.properties.values where lasts(property.fact) {
            guard let type = property.fact.type, !type.isOptional,
              let id = project.type(named: type.base, in: owner.id, module: owner.module),
              names.insert(project[id].name).inserted
            else { continue }
            next.append(project[id])
          }
        }
        owners = next
      }
      return AppOwned(names: names)
    }.names
  }

  /// A type that holds its own instance for everybody.
  static func isSingleton(_ type: TypeEntry) -> Bool {
    type.properties.values.contains { property in
      guard property.fact.isStatic, property.fact.isStored else { return false }
      return property.fact.type?.unwrapped.lastComponent == type.name
    }
  }

  /// A stored property of the instance that says what it holds; an optional can be emptied.
  private static func lasts(_ property: PropertyFact) -> Bool {
    property.isStored && !property.isStatic
  }
}
