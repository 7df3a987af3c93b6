/// A model of tasks, executors and suspensions that knows nothing of the engine.
///
/// A program is a list of tasks, the first of which is the body; a task is a list of operations. One
/// move runs a task from where it stands to its next suspension or hop.
struct OrderModel {
  enum Executor: Hashable { case concurrent, main, actor(Int) }

  indirect enum Operation {
    case log(String)
    case hop(Executor)
    case spawn(Int, on: Executor = .concurrent)
    case immediately(Int)
    case join(Int)
    case wait(String)
    case resume(String)
    case yield
    case sleep(Int)
  }

  private struct Ready {
    var task: Int
    var executor: Executor
    /// The place in the executor's queue, if it has one.
    var place: Int?
    /// The executor that it is still on, until it has a place in the next one's queue.
    var holds: Executor?
  }

  private let tasks: [[Operation]]
  private let overtakes: Bool
  private var position: [Int]
  private var executor: [Executor]
  private var ready: [Ready] = []
  private var waiting: [(task: Int, signal: String)] = []
  private var signals: Set<String> = []
  private var sleeping: [(task: Int, due: Int)] = []
  private var now = 0
  private var places = 0
  private var started: Set<Int> = []
  private var logged: [String] = []

  /// The orders of labels that a program can give.
  ///
  /// - Parameters:
  ///   - tasks: The operations of each task.
  ///   - overtakes: Whether jobs in the queue of an executor can overtake each other.
  /// - Returns: Each order once.
  static func orders(_ tasks: [[Operation]], overtakes: Bool) -> Set<[String]> {
    var model = OrderModel(tasks: tasks, overtakes: overtakes)
    model.makeReady(0, on: .concurrent, hasPlace: false)
    var found: Set<[String]> = []
    model.explore(&found)
    return found
  }

  private init(tasks: [[Operation]], overtakes: Bool) {
    self.tasks = tasks
    self.overtakes = overtakes
    position = tasks.map { _ in 0 }
    executor = tasks.map { _ in .concurrent }
  }

  private func explore(_ found: inout Set<[String]>) {
    var model = self
    if model.ready.isEmpty {
      guard let due = model.sleeping.map(\.due).min() else {
        found.insert(logged)
        return
      }
      model.now = due
      for sleeper in model.sleeping where sleeper.due == due { model.wake(sleeper.task) }
      model.sleeping.removeAll { $0.due == due }
      return model.explore(&found)
    }
    for index in model.ready.indices where overtakes || isFirst(ready[index]) {
      var next = model
      let entry = next.ready.remove(at: index)
      next.placeThoseOn(entry.executor)
      next.executor[entry.task] = entry.executor
      next.run(entry.task)
      next.explore(&found)
    }
  }

  /// Who has no place in a queue comes after all that have one.
  private func isFirst(_ entry: Ready) -> Bool {
    guard entry.executor != .concurrent else { return true }
    let first = ready.filter { $0.executor == entry.executor }.compactMap(\.place).min()
    return entry.place == first
  }

  private mutating func makeReady(_ task: Int, on target: Executor, hasPlace: Bool) {
    places += 1
    ready.append(Ready(task: task, executor: target, place: hasPlace ? places : nil))
  }

  /// Nobody enters an executor before whoever is on it has a place elsewhere.
  private mutating func placeThoseOn(_ executor: Executor) {
    guard executor != .concurrent else { return }
    for index in ready.indices where ready[index].holds == executor {
      places += 1
      ready[index].place = places
      ready[index].holds = nil
    }
  }

  /// A task that was suspended goes back to its executor, where it gets a place at once.
  private mutating func wake(_ task: Int) {
    makeReady(task, on: executor[task], hasPlace: executor[task] != .concurrent)
  }

  private mutating func run(_ task: Int, isImmediate: Bool = false) {
    while position[task] < tasks[task].count {
      let operation = tasks[task][position[task]]
      position[task] += 1
      switch operation {
      case .log(let label): logged.append(label)
      case .hop(let target):
        if target == executor[task] { continue }
        let isOnExecutor = target != .concurrent && executor[task] != .concurrent
        makeReady(task, on: target, hasPlace: target != .concurrent && isImmediate)
        if isOnExecutor, !isImmediate { ready[ready.count - 1].holds = executor[task] }
        return
      case .spawn(let child, let target):
        executor[child] = target
        makeReady(child, on: target, hasPlace: target != .concurrent)
      case .immediately(let child): run(child, isImmediate: true)
      case .join(let child):
        if signals.contains("end \(child)") { continue }
        return waiting.append((task, "end \(child)"))
      case .wait(let signal):
        if signals.contains(signal) { continue }
        return waiting.append((task, signal))
      case .resume(let signal): send(signal)
      case .yield: return wake(task)
      case .sleep(let time): return sleeping.append((task, now + time))
      }
    }
    send("end \(task)")
  }

  private mutating func send(_ signal: String) {
    signals.insert(signal)
    for waiter in waiting where waiter.signal == signal { wake(waiter.task) }
    waiting.removeAll { $0.signal == signal }
  }
}
