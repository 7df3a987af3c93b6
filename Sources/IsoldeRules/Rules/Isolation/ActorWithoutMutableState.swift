import IsoldeModel
import IsoldeTree

/// Finds actors that have nothing to protect.
struct ActorWithoutMutableState: Rule {
  static let info = RuleInfo(
    id: "actor-without-mutable-state", group: .isolation,
    summary: "an actor has no mutable state, and its methods touch none",
    reason: "callers hop and wait in line for an actor that has nothing to protect",
    tier: .optIn)

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    guard type.kind == .actorType, let part = type.parts.first, part.unit == file.unit,
      !type.flags.contains(.isDistributed), Self.harmlessAttributes.isSuperset(of: type.attributes)
    else { return }
    let fact = file.project.units[part.unit].facts.types[part.fact]
    let values = ConstantValues(file.project, type.module)
    guard hasOnlyConstants(type, values), conformsFreely(type, file.project),
      !isMeantToSerialize(fact.node, file.tree),
      SerialDomain(type, file.project).protectsNothing
    else { return }
    report.report(
      DeclarationName.range(of: fact.node, keyword: "actor", name: type.name, file.tree),
      "actor '\(type.name)' has no mutable state to protect; a struct or a final class that is "
        + "'Sendable' does the same without hops",
      notes: [], confidence: .resolved)
  }

  private func hasOnlyConstants(_ type: TypeEntry, _ values: ConstantValues) -> Bool {
    type.properties.values.allSatisfy { property in
      let fact = property.fact
      if fact.name == "unownedExecutor" { return false }
      if fact.isStatic || !fact.isStored { return true }
      return fact.isLet && fact.attributes.isEmpty && values.isConstant(property, in: type.id)
    }
  }

  /// Whether no conformance asks for an actor; protocols that are not known might.
  private func conformsFreely(_ type: TypeEntry, _ project: Project) -> Bool {
    type.inherited.allSatisfy { inherited in
      if Self.harmlessProtocols.contains(inherited.lastComponent) { return true }
      guard let id = project.type(named: inherited.base, in: type.id, module: type.module) else {
        return false
      }
      return !ActorProtocols.requiresActor(id, project)
    }
  }

  /// Whether the author says that the actor is there to put its callers in line.
  private func isMeantToSerialize(_ node: NodeID, _ tree: Tree) -> Bool {
    tree.comments(about: node).contains { comment in
      let text = tree.text(comment).lowercased()
      return ["seriali", "exclusiv", "one at a time", "thread-safe", "thread safe", "off the main"]
        .contains { text.contains($0) }
    }
  }

  private static let harmlessAttributes: Set<String> = [
    "available", "preconcurrency", "usableFromInline", "_spi", "_implementationOnly", "MainActor",
  ]

  private static let harmlessProtocols: Set<String> = [
    "Sendable", "AnyObject", "Identifiable", "Equatable", "Hashable", "CustomStringConvertible",
    "CustomDebugStringConvertible", "Error",
  ]
}
