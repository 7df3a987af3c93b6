import IsoldeModel
import IsoldeTree

/// The synchronous functions of a project that keep their caller's thread waiting, and how.
struct BlockingFunctions: Sendable {
  /// Why a function blocks.
  struct Reason: Sendable {
    /// The blocking call in the end.
    var call: BlockingCall
    /// The names of the functions in between, the function itself first.
    var chain: [String]
    /// Where the function blocks or calls the next one.
    var unit: Int
    var range: Range<Int>
    /// Whether only a thread of the pool has something to fear.
    var isForPoolOnly = false
  }

  private var reasons: [FunctionID: Reason] = [:]

  /// How many calls lie between a function and the call that blocks, at most.
  private static let maximumDepth = 4

  /// Finds the functions that block and follows their callers.
  ///
  /// - Complexity: O(*n*) in the number of calls whose name can block or is that of a function that
  ///   does.
  init(_ project: Project) {
    var callers: [String: [FunctionID]] = [:]
    for id in project.functionIDs where Self.canPass(id, project) {
      for name in Set(project[id].fact.effects.calls.map(\.name)) {
        callers[name, default: []].append(id)
      }
    }
    var found: [FunctionID] = []
    var seen: Set<FunctionID> = []
    for name in BlockingCalls.names {
      for id in callers[name] ?? [] where seen.insert(id).inserted {
        guard let code = project.code(of: id), let reason = Self.direct(code) else { continue }
        reasons[id] = reason
        found.append(id)
      }
    }
    var depth = 1
    while !found.isEmpty, depth < Self.maximumDepth {
      found = follow(found, callers, project)
      depth += 1
    }
  }

  /// Why a function blocks; `nil` if it does not, or that is not known.
  func reason(of id: FunctionID) -> Reason? { reasons[id] }

  /// Functions that a caller's thread runs to their end, and that the compiler lets async code call.
  private static func canPass(_ id: FunctionID, _ project: Project) -> Bool {
    let fact = project[id].fact
    guard fact.kind == .function, !fact.isAsync, fact.hasBody else { return false }
    let tree = project.units[project[id].unit].tree
    return !tree.attributes(fact.node).contains { attribute in
      tree.name(attribute) == "available" && tree.source(attribute).contains("noasync")
    }
  }

  private static func direct(_ code: CodeContext) -> Reason? {
    for index in code.flow.points(of: 0) where code.flow.points[index].kind == .call {
      let node = code.flow.points[index].node
      guard let call = BlockingCalls.call(node, in: code), isWorthwhile(call, at: index, code)
      else {
        continue
      }
      return Reason(
        call: call, chain: [code.functionFact?.name ?? ""], unit: code.unit,
        range: code.tree[node].range,
        isForPoolOnly: call.kind == .queue && QueueWork.needsPoolThread(at: index, code))
    }
    return nil
  }

  private static func isWorthwhile(
    _ call: BlockingCall, at index: FlowGraph.PointID, _ code: CodeContext
  ) -> Bool {
    let node = code.flow.points[index].node
    switch call.kind {
    case .wait:
      return !ZeroWait.isOne(node, code.tree) && !SemaphoreLock.isOne(node, code)
        && call.name != "RunLoop.run"
    case .sleep: return true
    case .process: return call.name != "readLine" && !code.tree.source(node).contains("WNOHANG")
    case .file: return PipeRead.waits(node, at: index, code)
    case .queue:
      guard !PoolThread.asksForMainThread(code) else { return false }
      return QueueWork.isOfOthers(at: index, code) || QueueWork.runsForOthers(at: index, code)
        || QueueWork.needsPoolThread(at: index, code)
    case .url: return false
    }
  }

  private mutating func follow(
    _ blocking: [FunctionID], _ callers: [String: [FunctionID]], _ project: Project
  ) -> [FunctionID] {
    var found: [FunctionID] = []
    let targets = Set(blocking)
    var seen: Set<FunctionID> = []
    for name in Set(blocking.map { project[$0].fact.name }).sorted() {
      for id in callers[name] ?? [] where reasons[id] == nil && seen.insert(id).inserted {
        for (callee, node) in Self.calls(of: id, project) where targets.contains(callee) {
          guard let next = reasons[callee] else { continue }
          let unit = project[id].unit
          reasons[id] = Reason(
            call: next.call, chain: [project[id].fact.name] + next.chain, unit: unit,
            range: project.units[unit].tree[node].range, isForPoolOnly: next.isForPoolOnly)
          found.append(id)
          break
        }
      }
    }
    return found
  }

  /// The functions of the project that a function calls before it returns.
  private static func calls(of id: FunctionID, _ project: Project) -> [(FunctionID, NodeID)] {
    guard let code = project.code(of: id) else {
      return project[id].fact.effects.calls.compactMap { call in
        project.callee(of: call, in: id).map { ($0, call.node) }
      }
    }
    return code.flow.points(of: 0).compactMap { point in
      guard code.flow.points[point].kind == .call else { return nil }
      let node = code.flow.points[point].node
      return code.callee(of: node).map { ($0, node) }
    }
  }
}

/// Waits that only look: `wait(timeout: .now())`.
enum ZeroWait {
  static func isOne(_ call: NodeID, _ tree: Tree) -> Bool {
    guard let limit = tree.argument(call, labelled: "timeout") else { return false }
    return tree[limit].kind == .call && tree.name(limit) == "now"
  }
}
