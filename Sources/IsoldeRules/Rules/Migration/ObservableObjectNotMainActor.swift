import IsoldeModel
import IsoldeTree

/// Finds published properties that async code of a class without isolation assigns.
struct ObservableObjectNotMainActor: Rule {
  static let info = RuleInfo(
    id: "observable-object-not-main-actor", group: .migration,
    summary: "a published property is assigned by async code off the main actor",
    reason: "views then update from a background thread, and the property races with their reads",
    tier: .optIn, triggers: ["Published"])

  func check(_ code: CodeContext, _ report: inout Reporter) {
    guard let type = code.typeEntry, type.kind == .classType, type.isolation == .nonisolated,
      hasKnownParents(type, code.project, depth: 0), isObservable(type, code.project, depth: 0)
    else { return }
    for (index, point) in code.flow.points.enumerated()
    where point.kind == .write || point.kind == .modify {
      guard code.flow.bodies[point.body].isAsync, isOffMain(index, code),
        let name = code.memberName(of: point.path), let property = code.property(named: name),
        property.fact.attributes.contains("Published"), !property.fact.isStatic,
        publishes(point.path, property, code)
      else { continue }
      report.report(
        code.tree[point.node].range,
        "'\(name)' is published, but this assignment runs off the main actor; mark '\(type.name)' "
          + "'@MainActor'",
        notes: notes(type, property, code), confidence: .resolved, fix: fix(type, code))
      // One place is enough to see that the class has to move.
      return
    }
  }

  private func isOffMain(_ point: FlowGraph.PointID, _ code: CodeContext) -> Bool {
    switch code.knownIsolation(at: point) {
    case .concurrent?: return true
    case .nonisolated?:
      // With the feature, the function itself stays with its caller, which can be the main actor.
      return !code.settings.runsNonisolatedAsyncOnCaller
        || code.flow.bodies[code.flow.points[point].body].role == .task
    default: return false
    }
  }

  /// Whether every type it inherits is known, so that none of them can bring an isolation.
  private func hasKnownParents(_ type: TypeEntry, _ project: Project, depth: Int) -> Bool {
    guard depth < 6 else { return false }
    return type.inherited.allSatisfy { parent in
      if Self.plainParents.contains(parent.lastComponent) { return true }
      guard let id = project.type(named: parent.base, in: type.id, module: type.module) else {
        return false
      }
      return project[id].isolation == .nonisolated
        && hasKnownParents(project[id], project, depth: depth + 1)
    }
  }

  /// Whether views observe a type's published properties; others only use them as publishers.
  private func isObservable(_ type: TypeEntry, _ project: Project, depth: Int) -> Bool {
    if type.inherits("ObservableObject") { return true }
    guard depth < 6 else { return false }
    return type.inherited.contains { parent in
      guard let id = project.type(named: parent.base, in: type.id, module: type.module) else {
        return false
      }
      return isObservable(project[id], project, depth: depth + 1)
    }
  }

  /// Whether a change is one of the property itself, not of an object that it refers to.
  private func publishes(_ path: PathID, _ property: PropertyEntry, _ code: CodeContext) -> Bool {
    // What a local refers to is an object: a change of a copied value would not reach the property.
    guard code.flow.local(of: path) == nil else { return false }
    let paths = code.flow.paths
    let steps = paths.steps(path).filter { [.member, .field, .element].contains(paths.step($0)) }
    if steps.count <= 1 { return true }
    guard let type = property.fact.type.map({ $0.unwrapped }) else { return false }
    if ValueTypes.contains(type.base) || ValueTypes.isContainer(type.base) { return true }
    return code.entry(of: type).map { $0.kind == .structType || $0.kind == .enumType } ?? false
  }

  private func notes(
    _ type: TypeEntry, _ property: PropertyEntry, _ code: CodeContext
  ) -> [Finding.Note] {
    [
      .init(
        unit: property.unit,
        range: code.project.units[property.unit].tree[property.fact.node].range,
        message: "'\(property.fact.name)' is declared here")
    ]
  }

  private func fix(_ type: TypeEntry, _ code: CodeContext) -> Finding.Fix? {
    guard let part = type.parts.first, part.unit == code.unit else { return nil }
    let node = code.project.units[part.unit].facts.types[part.fact].node
    let start = Int(code.tree[node].start)
    return Finding.Fix(
      "mark the class '@MainActor'", .review, [.init(start..<start, "@MainActor ")])
  }

  private static let plainParents: Set<String> = [
    "ObservableObject", "NSObject", "Sendable", "Identifiable", "Hashable", "Equatable",
    "AnyObject",
    "CustomStringConvertible", "Codable", "Decodable", "Encodable", "CLLocationManagerDelegate",
    "URLSessionDelegate", "URLSessionDownloadDelegate", "WCSessionDelegate",
  ]
}
