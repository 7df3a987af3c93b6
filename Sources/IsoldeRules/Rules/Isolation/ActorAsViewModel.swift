import IsoldeModel
import IsoldeTree

/// Finds actors that a user interface is meant to observe.
struct ActorAsViewModel: Rule {
  static let info = RuleInfo(
    id: "actor-as-view-model", group: .isolation,
    summary: "an actor is observable by a user interface",
    reason:
      "views read their model synchronously on the main actor, which an actor's state never allows",
    tier: .experimental, triggers: ["ObservableObject", "Observable", "Published"])

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    guard type.kind == .actorType, let part = type.parts.first, part.unit == file.unit,
      !type.attributes.contains("globalActor"), let reason = observation(of: type)
    else { return }
    let node = file.project.units[part.unit].facts.types[part.fact].node
    report.report(
      DeclarationName.range(of: node, keyword: "actor", name: type.name, file.tree),
      "actor '\(type.name)' \(reason), but views cannot read an actor's state synchronously; make it "
        + "a '@MainActor' class",
      notes: [], fix: fix(node, type, file.tree))
  }

  /// What makes the actor observable.
  private func observation(of type: TypeEntry) -> String? {
    // What is published on the main actor can be read there.
    let isOnMain = type.properties.values.contains { property in
      property.fact.attributes.contains("MainActor")
        && property.fact.attributes.contains("Published")
    }
    guard !isOnMain else { return nil }
    if type.inherits("ObservableObject") { return "is an 'ObservableObject'" }
    if type.attributes.contains("Observable") { return "is '@Observable'" }
    let published = type.properties.values.filter {
      !$0.fact.isStatic && !Self.wrappers.isDisjoint(with: $0.fact.attributes)
    }
    guard let first = published.map(\.fact).min(by: { $0.node < $1.node }) else { return nil }
    let wrapper = first.attributes.first(where: Self.wrappers.contains) ?? ""
    return "has the '@\(wrapper)' property '\(first.name)'"
  }

  /// Makes the actor a class on the main actor; its callers keep their `await`s or lose them.
  private func fix(_ node: NodeID, _ type: TypeEntry, _ tree: Tree) -> Finding.Fix? {
    let range = DeclarationName.range(of: node, keyword: "actor", name: type.name, tree)
    guard tree.text[range] == "actor " + type.name else { return nil }
    let keyword = range.lowerBound..<range.lowerBound + "actor".utf8.count
    let hasFinal = type.flags.contains(.isFinal)
    let start = Int(tree[node].start)
    let replacement = hasFinal ? "class" : "final class"
    return Finding.Fix(
      "make it a class on the main actor", .review,
      start == keyword.lowerBound
        ? [.init(keyword, "@MainActor " + replacement)]
        : [.init(start..<start, "@MainActor "), .init(keyword, replacement)])
  }

  private static let wrappers: Set<String> = [
    "Published", "State", "StateObject", "ObservedObject", "EnvironmentObject", "AppStorage",
  ]
}
