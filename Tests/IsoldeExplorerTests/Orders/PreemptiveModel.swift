/// A model in which a task can be late between any two operations, as on real threads.
///
/// A task that hops gets its place in the queue when it comes to the hop, and an executor that runs one
/// job at a time is held until its job suspends. The steps of `OrderModel` are runs of moves of this one.
struct PreemptiveModel: Hashable {
  private struct Ready: Hashable {
    var task: Int
    var executor: OrderModel.Executor
    var place: Int
  }

  private struct Waiter: Hashable {
    var task: Int
    var signal: String
  }

  private var position: [Int]
  private var executor: [OrderModel.Executor]
  private var running: Set<Int> = []
  private var ready: [Ready] = []
  private var waiting: [Waiter] = []
  private var signals: Set<String> = []
  private var logged: [String] = []

  /// The orders of labels that a program without timers can give.
  ///
  /// - Parameter tasks: The operations of each task.
  /// - Returns: Each order once.
  static func orders(_ tasks: [[OrderModel.Operation]]) -> Set<[String]> {
    var start = PreemptiveModel(count: tasks.count)
    start.makeReady(0, on: .concurrent)
    var found: Set<[String]> = []
    var known: Set<PreemptiveModel> = [start]
    var open = [start]
    while let model = open.popLast() {
      if model.ready.isEmpty, model.running.isEmpty { found.insert(model.logged) }
      for next in model.moves(tasks) where known.insert(next).inserted { open.append(next) }
    }
    return found
  }

  private init(count: Int) {
    position = Array(repeating: 0, count: count)
    executor = Array(repeating: .concurrent, count: count)
  }

  private func moves(_ tasks: [[OrderModel.Operation]]) -> [PreemptiveModel] {
    var moves: [PreemptiveModel] = []
    for task in running {
      var next = self
      next.operate(task, tasks)
      moves.append(next)
    }
    for (index, entry) in ready.enumerated() where isFree(entry) {
      var next = self
      next.ready.remove(at: index)
      next.executor[entry.task] = entry.executor
      next.running.insert(entry.task)
      moves.append(next)
    }
    return moves
  }

  private func isFree(_ entry: Ready) -> Bool {
    guard entry.executor != .concurrent else { return true }
    if running.contains(where: { executor[$0] == entry.executor }) { return false }
    return ready.allSatisfy { $0.executor != entry.executor || $0.place >= entry.place }
  }

  private mutating func makeReady(_ task: Int, on target: OrderModel.Executor) {
    running.remove(task)
    // Only the order of places counts, so that equal states have equal numbers.
    let place = ready.count { $0.executor == target }
    ready.append(Ready(task: task, executor: target, place: place))
    for executor in Set(ready.map(\.executor)) {
      let queue = ready.indices.filter { ready[$0].executor == executor }
        .sorted { ready[$0].place < ready[$1].place }
      for (place, index) in queue.enumerated() { ready[index].place = place }
    }
    ready.sort { ($0.task, $0.place) < ($1.task, $1.place) }
  }

  private mutating func operate(_ task: Int, _ tasks: [[OrderModel.Operation]]) {
    guard position[task] < tasks[task].count else {
      running.remove(task)
      return send("end \(task)")
    }
    let operation = tasks[task][position[task]]
    position[task] += 1
    switch operation {
    case .log(let label): logged.append(label)
    case .hop(let target): if target != executor[task] { makeReady(task, on: target) }
    case .spawn(let child, let target):
      executor[child] = target
      makeReady(child, on: target)
    case .immediately(let child):
      // That its creator can go on before it is suspended allows more than there is, never less.
      running.insert(child)
    case .join(let child): wait(task, "end \(child)")
    case .wait(let signal): wait(task, signal)
    case .resume(let signal): send(signal)
    case .yield: makeReady(task, on: executor[task])
    case .sleep: preconditionFailure("time does not pass here")
    }
  }

  private mutating func wait(_ task: Int, _ signal: String) {
    if signals.contains(signal) { return }
    running.remove(task)
    waiting.append(Waiter(task: task, signal: signal))
  }

  private mutating func send(_ signal: String) {
    signals.insert(signal)
    for waiter in waiting where waiter.signal == signal {
      makeReady(waiter.task, on: executor[waiter.task])
    }
    waiting.removeAll { $0.signal == signal }
  }
}
