import IsoldeModel
import IsoldeTree

/// The locks that are held whenever a function of a type is entered.
///
/// A function that only the type itself calls holds what all of its callers hold. What nobody calls
/// says nothing, and what an initializer calls runs before the object is shared.
struct EntryLocks {
  private enum Entry: Equatable {
    /// No caller was found yet.
    case unknown
    case holding(Set<HeldLocks.Lock>)
  }

  private let project: Project
  private var entries: [FunctionID: Entry] = [:]
  /// The private functions that only one task of the type calls.
  private let taskFunctions: Set<FunctionID>

  /// Follows the calls between the functions of a type until nothing changes.
  init(_ type: TypeEntry, _ members: MemberAccesses, _ project: Project) {
    self.project = project
    let calls = Dictionary(grouping: members.calls, by: \.callee)
    let functions = type.functions.values.joined().sorted { $0.index < $1.index }
    taskFunctions = Set(
      functions.filter { id in
        guard project[id].fact.isPrivate, let calls = calls[id], calls.count == 1 else {
          return false
        }
        return calls[0].role == .task || calls[0].role == .detachedTask
      })
    let closed = functions.filter { isClosed($0, type, calls[$0] ?? []) }
    for id in functions { entries[id] = .holding([]) }
    for id in closed { entries[id] = .unknown }
    var hasChanged = true
    var turns = 0
    while hasChanged, turns < 16 {
      hasChanged = false
      turns += 1
      for id in closed {
        let entry = meet(calls[id] ?? [])
        if entry != entries[id] {
          entries[id] = entry
          hasChanged = true
        }
      }
    }
  }

  private func meet(_ calls: [MemberAccesses.Call]) -> Entry {
    var held: Set<HeldLocks.Lock>?
    for call in calls {
      guard let at = locks(at: call) else { continue }
      held = held.map { $0.intersection(at) } ?? at
    }
    return held.map { .holding($0) } ?? .unknown
  }

  private func locks(at call: MemberAccesses.Call) -> Set<HeldLocks.Lock>? {
    guard Self.isSameRun(call.role) else { return call.locks }
    if isExclusive(call.function) { return nil }
    switch entries[call.function] {
    case .holding(let outer): return outer.union(call.locks)
    case .unknown: return nil
    case nil: return call.locks
    }
  }

  /// The locks that are held at an access.
  func locks(at access: MemberAccesses.Access) -> Set<HeldLocks.Lock> {
    guard Self.isSameRun(access.role), case .holding(let outer)? = entries[access.function] else {
      return access.locks
    }
    return access.locks.union(outer)
  }

  /// Whether an access tells how its property is guarded: not before or after the object is shared,
  /// not in code that nobody calls or that runs who knows when, and not where the function's name
  /// or comment says that the caller holds the lock.
  func isTelling(_ access: MemberAccesses.Access) -> Bool {
    switch access.role {
    case .callback, .value: return false
    case .declaration, .localFunction:
      if isExclusive(access.function) || entries[access.function] == .unknown { return false }
    default: break
    }
    if TestOnlyCode.contains(access.node, project.units[access.unit].tree) { return false }
    // A task that writes under the lock may read its own writes without.
    if !access.isWrite, taskFunctions.contains(access.function) { return false }
    if access.isWrite, isStart(project[access.function].fact.name) { return false }
    return project[access.function].fact.kind != .observer
      && !CallerLocked.isStated(access.function, project)
  }

  /// A body that runs when its function is called.
  private static func isSameRun(_ role: FlowGraph.BodyRole) -> Bool {
    role == .declaration || role == .localFunction
  }

  /// Functions that prepare the state before anybody else can reach it.
  private func isStart(_ name: String) -> Bool {
    ["start", "connect", "begin", "open", "setUp", "setup", "prepare", "launch", "run"].contains {
      name.hasPrefix($0)
    }
  }

  private func isExclusive(_ id: FunctionID) -> Bool {
    let kind = project[id].fact.kind
    return kind == .initializer || kind == .deinitializer
  }

  /// Whether only the type itself calls a function.
  private func isClosed(
    _ id: FunctionID, _ type: TypeEntry, _ calls: [MemberAccesses.Call]
  ) -> Bool {
    let fact = project[id].fact
    guard fact.kind == .function || fact.kind == .getter else { return false }
    if fact.isPrivate { return fact.kind == .function || !calls.isEmpty }
    guard !fact.flags.contains(.isPublic), !calls.isEmpty else { return false }
    // Who reads a property of another object cannot be told; here all readers hold the lock.
    if fact.kind == .getter { return true }
    let callers = project.analysis { CallersByName($0) }
    return callers.types(calling: fact.name).subtracting([type.id.index]).isEmpty
  }
}

/// From which types functions of a name are called.
struct CallersByName: Sendable {
  private var types: [String: Set<Int>] = [:]

  /// Reads the calls of every function; -1 stands for code outside of types.
  init(_ project: Project) {
    for function in project.functions {
      let type = function.type?.index ?? -1
      for call in function.fact.effects.calls { types[call.name, default: []].insert(type) }
    }
  }

  /// The types that call a function of a name.
  func types(calling name: String) -> Set<Int> { types[name] ?? [] }
}

/// Functions that say their caller holds the lock, or that they run on one thread.
enum CallerLocked {
  /// Whether the name, the comment or a check in a function says so.
  static func isStated(_ id: FunctionID, _ project: Project) -> Bool {
    let entry = project[id]
    if marks.contains(where: entry.fact.name.contains) || entry.fact.name.hasPrefix("_") {
      return true
    }
    let tree = project.units[entry.unit].tree
    let comments = tree.comments(about: entry.fact.node).map { tree.text($0).lowercased() }
    if comments.contains(where: { text in words.contains(where: text.contains) }) { return true }
    return tree.anyDescendant(of: entry.fact.node) { node in
      [.call, .member].contains(tree[node].kind) && checks.contains(where: tree.name(node).contains)
    }
  }

  private static let marks = [
    "Locked", "locked", "Unsafe", "unsafe", "NoLock", "WithoutLock", "nsynchronized", "nguarded",
    "onQueue", "OnQueue", "Assum", "assum", "Holding",
  ]

  private static let words = [
    "caller", "must hold", "holding", "hold the", "holds the", "lock held", "already lock",
    "under lock", "under the lock", "not synchron", "not thread", "event loop", "main thread",
    "should be called", "must be called", "only called", "on the queue", "serial queue",
  ]

  private static let checks = [
    "inEventLoop", "isCurrent", "isMainThread", "dispatchPrecondition", "onQueue", "OnQueue",
    "InEventLoop", "preconditionIsolated", "assertIsolated",
  ]
}
