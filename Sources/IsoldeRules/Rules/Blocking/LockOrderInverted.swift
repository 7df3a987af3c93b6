import IsoldeModel
import IsoldeTree

/// Finds two locks that two functions of a type take in opposite order.
struct LockOrderInverted: Rule {
  static let info = RuleInfo(
    id: "lock-order-inverted", group: .blocking,
    summary: "two functions of a type take the same two locks in opposite order",
    reason: "if both run at once, each holds what the other one waits for",
    tier: .experimental)

  func check(_ type: TypeEntry, _ file: FileContext, _ report: inout Reporter) {
    let pairs = LockOrder.pairs(of: type, in: file.project)
    var reported: Set<LockOrder.Pair> = []
    for (pair, place) in pairs.sorted(by: {
      ($0.value.unit, $0.value.second.lowerBound) < ($1.value.unit, $1.value.second.lowerBound)
    }) {
      guard let other = pairs[pair.reversed], !reported.contains(pair.reversed),
        place.unit == file.unit, place.function != other.function
      else { continue }
      reported.insert(pair)
      let first = pair.first.drop { $0 == "." }
      let second = pair.second.drop { $0 == "." }
      report.report(
        place.second,
        "'\(second)' is taken while '\(first)' is held, and elsewhere the other way round; take both in "
          + "one order everywhere",
        notes: [
          .init(unit: place.unit, range: place.first, message: "'\(first)' is taken here"),
          .init(
            unit: other.unit, range: other.second,
            message: "here '\(first)' is taken while '\(second)' is held"),
        ], confidence: .resolved)
    }
  }
}

/// Which locks a type takes while it holds which others.
enum LockOrder {
  /// Two locks in the order in which they are taken, by path.
  struct Pair: Hashable {
    var first: String
    var second: String
    var reversed: Pair { Pair(first: second, second: first) }
  }

  /// Where a pair is taken.
  struct Place {
    var function: FunctionID
    var unit: Int
    var first: Range<Int>
    var second: Range<Int>
  }

  /// The first place of each pair. Pairs under a third lock that every place of both orders holds
  /// cannot meet and are left out.
  static func pairs(of type: TypeEntry, in project: Project) -> [Pair: Place] {
    var places: [Pair: Place] = [:]
    var guards: [Pair: Set<String>] = [:]
    let functions = type.functions.values.joined().sorted { $0.index < $1.index }
    for id in functions where takesLocks(project[id].fact) {
      guard let code = project.code(of: id) else { continue }
      let held = code.heldLocks
      for taking in held.takings where taking.holding.lock.member != nil {
        let outer = held.held(at: taking.point).filter { $0.lock.member != nil }
        for holding in outer where holding.lock.path != taking.holding.lock.path {
          let pair = Pair(first: holding.lock.path, second: taking.holding.lock.path)
          let others = Set(outer.map(\.lock.path)).subtracting([pair.first])
          guards[pair] = guards[pair].map { $0.intersection(others) } ?? others
          if places[pair] == nil {
            places[pair] = Place(
              function: id, unit: code.unit, first: code.tree[holding.node].range,
              second: code.tree[taking.holding.node].range)
          }
        }
      }
    }
    return places.filter { pair, _ in
      (guards[pair] ?? []).isDisjoint(with: guards[pair.reversed] ?? [])
    }
  }

  private static func takesLocks(_ fact: FunctionFact) -> Bool {
    fact.effects.calls.filter { call in
      LockCalls.effect(of: call.name) == .take || call.name.hasPrefix("with") || call.name == "sync"
    }.count >= 2
  }
}
