import IsoldeModel
import IsoldeTree

/// Whether anybody can cancel the task that code runs in.
///
/// Functions are judged by their callers in the project, found by name.
struct Cancellability {
  /// What the source tells.
  enum Answer {
    /// Some way that leads to the code starts in a task that is cancelled.
    case yes
    /// Every way that leads to the code starts in a task that nothing can cancel.
    case no
    /// The source does not tell: a function that others call, or a closure that is handed out.
    case unknown
  }

  private let project: Project
  private var visited: Set<Place> = []

  private struct Place: Hashable {
    let unit: Int
    let node: NodeID
  }

  /// Whether the task that runs a body can be cancelled.
  static func answer(for body: Int, in code: CodeContext) -> Answer {
    var search = Cancellability(project: code.project)
    let entry = code.flow.bodies[body]
    return search.answer(of: entry.node, isAsync: entry.isAsync, code.unit)
  }

  private init(project: Project) { self.project = project }

  /// Judges a function or closure of a file.
  private mutating func answer(of node: NodeID, isAsync: Bool, _ unit: Int) -> Answer {
    let tree = project.units[unit].tree
    guard visited.insert(Place(unit: unit, node: node)).inserted, visited.count < 40 else {
      return .no
    }
    switch tree[node].kind {
    case .closure: return answer(ofClosure: node, unit)
    case .funcDecl: return isAsync ? answer(ofFunction: node, unit) : .no
    case .accessor, .initDecl: return isAsync ? .unknown : .no
    case .file: return .no
    default:
      // The value of an `async let` shares the fate of the code around it.
      guard let outer = tree.function(around: node) else { return .unknown }
      return answer(of: outer, isAsync: true, unit)
    }
  }

  // MARK: - Closures

  private mutating func answer(ofClosure closure: NodeID, _ unit: Int) -> Answer {
    let tree = project.units[unit].tree
    guard let call = tree.call(takingClosure: closure) else { return .unknown }
    if tree.isTaskCreation(call) {
      let handle = TaskHandle(call, unit: unit, in: project)
      return handle.isCancelledInUse ? .yes : handle.isLost ? .no : .unknown
    }
    switch tree.name(call) {
    case "task":
      // A task with an id is cancelled while its view stays.
      return tree.argument(call, labelled: "id") == nil ? .unknown : .yes
    case "refreshable": return tree.receiver(call) == nil ? .unknown : .yes
    case "addTask", "addTaskUnlessCancelled", "addImmediateTask": return .yes
    default: return answer(around: closure, unit)
    }
  }

  private mutating func answer(around node: NodeID, _ unit: Int) -> Answer {
    let tree = project.units[unit].tree
    guard let outer = tree.function(around: node) else { return .unknown }
    let outerIsAsync = tree[outer].flags.contains(.isAsync) || tree[outer].kind == .closure
    let found = answer(of: outer, isAsync: outerIsAsync, unit)
    // A closure in a synchronous function runs wherever its receiver likes.
    return outerIsAsync ? found : .unknown
  }

  // MARK: - Functions

  private mutating func answer(ofFunction node: NodeID, _ unit: Int) -> Answer {
    guard let id = project.function(at: node, in: unit) else { return answer(around: node, unit) }
    let entry = project[id]
    if entry.fact.result?.base == "Never" || isEntryPoint(entry) { return .no }
    var found: Answer?
    for (other, unit) in project.units.enumerated() {
      let tree = unit.tree
      guard !tree.isSkeleton, let name = tree.nameID(entry.fact.name) else { continue }
      for index in tree.nodes.indices
      where tree.nodes[index].name == name && tree.nodes[index].kind == .call {
        let call = NodeID(index)
        guard other != entry.unit || !tree.contains(node, call) else { continue }
        guard let caller = tree.function(around: call) else {
          // Top-level code runs in the program's main task.
          found = found ?? .no
          continue
        }
        if meansOwn(call, entry, other) { continue }
        guard means(call, entry, other) else {
          found = .unknown
          continue
        }
        let callerIsAsync = tree[caller].flags.contains(.isAsync) || tree[caller].kind == .closure
        switch answer(of: caller, isAsync: callerIsAsync, other) {
        case .yes: return .yes
        case .unknown: found = .unknown
        case .no: found = found ?? .no
        }
      }
    }
    return found ?? .unknown
  }

  /// Whether a call without a receiver means a method of the caller's own type instead.
  private func meansOwn(_ call: NodeID, _ entry: FunctionEntry, _ unit: Int) -> Bool {
    let tree = project.units[unit].tree
    guard tree.receiver(call).map({ tree.source($0) == "self" }) ?? true,
      let node = tree.ancestor(call, .typeDecl), let type = project.type(at: node, in: unit)
    else { return false }
    return type != entry.type && project[type].functions[entry.fact.name] != nil
  }

  /// Whether a call by the function's name is sure to mean it.
  private func means(_ call: NodeID, _ entry: FunctionEntry, _ unit: Int) -> Bool {
    let namesakes = project.functions(named: entry.fact.name).filter { project[$0].fact.hasBody }
    if namesakes.count == 1 { return true }
    let tree = project.units[unit].tree
    let isOwn = tree.receiver(call).map { tree.source($0) == "self" } ?? true
    guard isOwn, let node = tree.ancestor(call, .typeDecl) else { return false }
    return project.type(at: node, in: unit) == entry.type
  }

  /// The `run()` of a command, and `main()`, run in the program's main task.
  private func isEntryPoint(_ entry: FunctionEntry) -> Bool {
    if entry.fact.name == "main" { return true }
    guard entry.fact.name == "run", let type = entry.type else { return false }
    return project[type].attributes.contains("main")
      || project[type].inherited.contains { $0.base.hasSuffix("Command") }
  }
}
