import IsoldeModel
import IsoldeTree

/// Judges whether a function of the main actor could leave it.
enum MainActorNeed {
  /// Whether a function neither touches mutable state of its type nor calls what belongs to the main
  /// actor.
  static func isFree(_ id: FunctionID, _ project: Project, depth: Int = 0) -> Bool {
    let function = project[id]
    guard depth < 4, !function.fact.flags.contains(.isOverride) else { return false }
    let effects = function.fact.effects
    let type = function.type.map { project[$0] }
    for access in effects.reads + effects.writes {
      if let property = type?.properties[access.name] {
        guard property.fact.isStored, property.fact.isLet else { return false }
      } else if project.globals[access.name]?.contains(where: { !$0.fact.isLet }) ?? false {
        return false
      }
    }
    for call in effects.calls {
      switch call.receiver {
      case .implicit:
        for candidate in type?.functions[call.name] ?? []
        where project[candidate].isolation == .mainActor {
          guard isFree(candidate, project, depth: depth + 1) else { return false }
        }
      case .name(let name):
        if ["NSApp", "UIApplication", "NSApplication", "NSWorkspace", "UIScreen", "UIDevice"]
          .contains(name)
        {
          return false
        }
      case .other: continue
      }
    }
    return true
  }
}
