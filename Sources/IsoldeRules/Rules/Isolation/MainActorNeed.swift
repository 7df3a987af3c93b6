import IsoldeModel
import IsoldeTree

/// Judges whether a function of the main actor could leave it.
enum MainActorNeed {
  /// Whether a function neither touches state that the main actor protects nor calls what belongs to
  /// it.
  static func isFree(_ id: FunctionID, _ project: Project, depth: Int = 0) -> Bool {
    let function = project[id]
    guard depth < 4, function.fact.hasBody, !function.fact.flags.contains(.isOverride) else {
      return false
    }
    let effects = function.fact.effects
    return effects.writes.allSatisfy { !isMember($0.name, function, project) }
      && effects.reads.allSatisfy { isConstant($0.name, function, project) }
      && effects.calls.allSatisfy { isFree($0, from: function, project, depth: depth) }
  }

  private static func isMember(
    _ name: String, _ function: FunctionEntry, _ project: Project
  ) -> Bool {
    function.type.map { project[$0].properties[name] != nil } ?? false
      || !(project.globals[name] ?? []).isEmpty
  }

  /// Whether a name means a local, or a constant that is a plain value.
  private static func isConstant(
    _ name: String, _ function: FunctionEntry, _ project: Project
  ) -> Bool {
    if let type = function.type, let property = project[type].properties[name] {
      let isolation = property.fact.type.flatMap {
        project.type(named: $0.unwrapped.base, in: type, module: project[type].module)
      }.map { project[$0].isolation }
      return property.fact.isStored && property.fact.isLet && isolation != .mainActor
        && (isThreadSafe(property, project)
          || ConstantValues(project, project[type].module).isConstant(property, in: type))
    }
    return (project.globals[name] ?? []).allSatisfy(\.fact.isLet)
  }

  /// Whether a constant is one of Foundation's objects that every thread may use.
  private static func isThreadSafe(_ property: PropertyEntry, _ project: Project) -> Bool {
    if let type = property.fact.type { return threadSafeTypes.contains(type.base) }
    let tree = project.units[property.unit].tree
    guard let value = property.fact.value, let base = tree.firstChild(value) else { return false }
    return tree[value].kind == .member && threadSafeTypes.contains(tree.name(base))
  }

  private static func isFree(
    _ call: BodyEffects.Call, from function: FunctionEntry, _ project: Project, depth: Int
  ) -> Bool {
    switch call.receiver {
    case .implicit:
      let members = function.type.flatMap { project[$0].functions[call.name] } ?? []
      let candidates = members.isEmpty ? project.globalFunctions(named: call.name) : members
      return candidates.allSatisfy { candidate in
        project[candidate].isolation != .mainActor
          || isFree(candidate, project, depth: depth + 1)
      }
    case .name(let name):
      guard name.first?.isUppercase ?? false else { return true }
      let type = project.type(
        named: name, in: function.type, module: project.units[function.unit].module)
      return !interfaceTypes.contains(name)
        && type.map { project[$0].isolation != .mainActor } ?? true
    case .other:
      return true
    }
  }

  private static let threadSafeTypes: Set<String> = [
    "FileManager", "URLSession", "UserDefaults", "NotificationCenter", "Logger", "OSLog", "Bundle",
  ]

  private static let interfaceTypes: Set<String> = [
    "NSApp", "UIApplication", "NSApplication", "NSWorkspace", "UIScreen", "UIDevice", "NSScreen",
    "UIPasteboard", "NSPasteboard", "NSEvent", "NSCursor", "NSAlert", "UIAlertController",
  ]
}
