import IsoldeModel
import IsoldeTree

/// A property that is checked, and written after a suspension as if the check still held.
struct StaleCheck: Sendable {
  /// The property's name.
  let property: String
  /// The point at which it is checked.
  let check: FlowGraph.PointID
  /// The first suspension after the check.
  let suspension: FlowGraph.PointID
  /// The point at which it is written.
  let write: FlowGraph.PointID
  /// How it is written.
  let access: SharedState.Access
  /// The condition that decided, with the way it went to reach the write.
  let decision: Decision?

  /// A condition and its outcome.
  struct Decision: Hashable, Sendable {
    let condition: NodeID
    let holds: Bool
  }
}

/// Finds stale checks in a declaration.
///
/// Every way through the body is followed once per property. A check is stale when a suspension
/// comes after it; it is fresh again when the property, or something that stands for it, is checked
/// once more. A property that is checked and written *before* the suspension claims the work, so
/// that other calls see it: then nothing is stale. So does a flag that is set there and that other
/// functions look at.
struct StaleCheckSearch {
  private let code: CodeContext
  private let state: SharedState
  private let claims: Claims
  private var found: [StaleCheck] = []

  /// The stale checks of a declaration, one for each place that writes.
  static func find(in code: CodeContext) -> [StaleCheck] {
    code.analysis { code -> StaleChecks in
      let state = code.sharedState
      guard !state.isEmpty else { return StaleChecks(all: []) }
      var search = StaleCheckSearch(code, state)
      for body in code.flow.bodies.indices { search.visit(body) }
      return StaleChecks(all: search.found)
    }.all
  }

  private struct StaleChecks: Sendable { let all: [StaleCheck] }

  private init(_ code: CodeContext, _ state: SharedState) {
    self.code = code
    self.state = state
    claims = Claims(code, state)
  }

  private mutating func visit(_ body: Int) {
    let points = code.flow.points(of: body)
    guard code.flow.bodies[body].isolation.isIsolated,
      points.contains(where: state.suspensions.contains),
      !SerialAccess.isSerial(body, code)
    else { return }
    var checked: Set<String> = []
    var written: Set<String> = []
    for access in points.flatMap({ state.accesses[$0] }) {
      if access.kind == .check { checked.insert(access.property) }
      if access.kind == .write || access.kind == .modify { written.insert(access.property) }
    }
    for property in checked.intersection(written).sorted() { follow(property, body) }
  }

  /// Where a way stands with regard to one property.
  private struct Way: Hashable {
    enum Phase { case unchecked, checked, stale }
    var phase = Phase.unchecked
    var check = -1
    var suspension = -1
    var isClaimed = false
    var decision: StaleCheck.Decision?
  }

  private mutating func follow(_ property: String, _ body: Int) {
    var hits: [FlowGraph.PointID: StaleCheck] = [:]
    code.flow.follow(from: code.flow.bodies[body].entry, Way()) { point, way in
      advance(&way, at: point, property, &hits)
      return true
    }
    found += hits.values.sorted { $0.write < $1.write }
  }

  private func advance(
    _ way: inout Way, at point: FlowGraph.PointID, _ property: String,
    _ hits: inout [FlowGraph.PointID: StaleCheck]
  ) {
    let event = code.flow.points[point]
    for access in state.accesses[point] {
      let isOwn = access.property == property
      switch access.kind {
      case .check where isOwn:
        way.phase = .checked
        way.check = point
        way.decision = nil
      case .check where way.phase == .stale && EarlierValue.isCompared(at: point, code, state):
        way.phase = .unchecked
      case .write where isOwn, .modify where isOwn:
        // A `defer` puts things back on the way out, whatever was decided.
        if way.phase == .stale, !event.flags.contains(.isDeferred) {
          note(way, point, access, &hits)
        }
        if way.phase == .checked, claims.points.contains(point) { way.isClaimed = true }
        way.phase = .unchecked
      case .write where claims.points.contains(point), .modify where claims.points.contains(point):
        if way.phase != .stale { way.isClaimed = true }
      default: break
      }
    }
    switch event.kind {
    case .suspend where state.suspensions.contains(point) && way.phase == .checked:
      if way.isClaimed || isSameCondition(way.check, point) {
        way.phase = .unchecked
      } else {
        way.phase = .stale
        way.suspension = point
      }
    case .assumeTrue, .assumeFalse:
      if way.phase == .checked, event.first <= way.check {
        way.decision = .init(condition: event.node, holds: event.kind == .assumeTrue)
      }
      if way.phase == .stale, checksCancellation(event) { way.phase = .unchecked }
    default: break
    }
  }

  private func note(
    _ way: Way, _ write: FlowGraph.PointID, _ access: SharedState.Access,
    _ hits: inout [FlowGraph.PointID: StaleCheck]
  ) {
    guard hits[write] == nil, concernsSameValue(way.check, access, property: access.property),
      GuardedPoint.isGuarded(write, by: way.check, in: code),
      isAlwaysChecked(write, property: access.property)
    else { return }
    hits[write] = StaleCheck(
      property: access.property, check: way.check, suspension: way.suspension, write: write,
      access: access, decision: way.decision)
  }

  // MARK: - What counts

  /// Whether no way comes to the write without a check: otherwise the check does not guard it.
  private func isAlwaysChecked(_ write: FlowGraph.PointID, property: String) -> Bool {
    let entry = code.flow.bodies[code.flow.points[write].body].entry
    return !code.flow.canReach(write, from: entry) { point in
      state.accesses[point].contains { $0.property == property && $0.kind == .check }
    }
  }

  /// Whether check and write mean the same part: not two keys, not two fields.
  private func concernsSameValue(
    _ check: FlowGraph.PointID, _ write: SharedState.Access, property: String
  ) -> Bool {
    let paths = code.flow.paths
    let checked = state.accesses[check].filter { $0.property == property && $0.path != .none }
    guard write.path != .none, !checked.isEmpty else { return true }
    return checked.contains {
      paths.isPrefix($0.path, of: write.path) || paths.isPrefix(write.path, of: $0.path)
    }
  }

  /// An `await` in the checking condition itself takes the property as an argument.
  private func isSameCondition(_ check: FlowGraph.PointID, _ suspension: FlowGraph.PointID) -> Bool
  {
    guard code.flow.points[suspension].flags.contains(.isCondition) else { return false }
    let tree = code.tree
    let first = tree.ancestor(code.flow.points[check].node, .condition, .ternary, .repeatStmt)
    let second = tree.ancestor(code.flow.points[suspension].node, .condition, .ternary, .repeatStmt)
    return first == second
  }

  /// In a task, "was it cancelled meanwhile" stands for "is this still wanted".
  private func checksCancellation(_ event: FlowGraph.Point) -> Bool {
    guard code.flow.bodies[event.body].role == .task else { return false }
    return code.tree.anyDescendant(of: event.node) { code.tree.name($0) == "isCancelled" }
      || code.tree.name(event.node) == "isCancelled"
  }
}
