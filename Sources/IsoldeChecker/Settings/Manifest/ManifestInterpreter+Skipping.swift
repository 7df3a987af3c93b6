import IsoldeTree

extension ManifestInterpreter {
  /// Notes that some code is not followed: what it could change is no longer known.
  mutating func skip(_ node: NodeID) {
    for part in [node] + Array(tree.descendants(node)) {
      switch tree[part].kind {
      case .assign, .inoutExpr:
        if let target = tree.firstChild(part) { forget(target) }
      case .call where Self.changing.contains(tree.name(part)):
        if let receiver = tree.receiver(part) { forget(receiver) }
      default: break
      }
    }
  }

  /// Notes that something could have another value now.
  mutating func forget(_ target: NodeID) {
    let target = tree.unwrapped(target)
    switch tree[target].kind {
    case .identifier:
      let name = tree.name(target)
      guard let scope = scopes.lastIndex(where: { $0[name] != nil }) else { return }
      let old = scopes[scope][name]?.elements
      scopes[scope][name] = old.map { .list($0 + [.unknown]) } ?? .unknown
    case .member:
      if Self.telling.contains(tree.name(target)) { isUncertain = true }
    case .subscriptExpr:
      isUncertain = true
    default: break
    }
  }

  /// The methods that change what they are called on.
  static let changing: Set<String> = [
    "append", "insert", "removeAll", "remove", "removeFirst", "removeLast",
  ]

  /// The properties of packages and targets that matter here.
  private static let telling: Set<String> = [
    "swiftSettings", "targets", "swiftLanguageModes", "swiftLanguageVersions",
  ]
}
