internal import CExplorerRuntime

/// Finds pairs of steps that could have run in the other order, by vector clocks.
///
/// Of what was touched before, the last write and the reads behind it are enough: everything older comes
/// before that write.
struct RaceSearch {
  /// A step that could have run after a later one.
  struct Race {
    let step: Int
    /// The tasks of which one has to run in its place, for the other order to come about.
    let initials: [UInt32]
  }

  private struct Event {
    let task: UInt32
    /// Counts the steps of its task.
    let index: Int32
    let executor: UInt32
    let isReading: Bool
    let time: Int64
    let firstAccess: Int
    let lastAccess: Int
    /// Where its clock begins, and how many tasks that counts.
    let firstTick: Int
    let tickCount: Int
    /// The steps before it of its task and on its executor; -1 for none.
    let previousOfTask: Int
    let previousOnExecutor: Int
  }

  /// Who touched something last.
  private struct Touch {
    var step: Int
    var isWrite: Bool
    /// The index of the access before it to the same; -1 for none.
    var previous: Int
    /// Whether later steps can race with it.
    var counts: Bool
  }

  private var events: [Event] = []
  private var accesses: [Access] = []
  /// What is known of each access.
  private var touches: [Touch] = []
  /// The clocks of all events: how many steps of each task come before.
  private var ticks: [Int32] = []
  private var lastOfTask: [UInt32: Int] = [:]
  private var lastOnExecutor: [UInt32: Int] = [:]
  private var lastAccess: [UInt32: Int] = [:]

  /// What a step touched.
  func footprint(of step: Int) -> [Access] {
    guard step < events.count else { return [] }
    return Array(accesses[events[step].firstAccess..<events[step].lastAccess])
  }

  /// Forgets a step and all later ones.
  mutating func forget(from step: Int) {
    while events.count > step {
      let event = events.removeLast()
      lastOfTask[event.task] = event.previousOfTask
      if event.executor != 0 { lastOnExecutor[event.executor] = event.previousOnExecutor }
      while accesses.count > event.firstAccess {
        let (access, touch) = (accesses.removeLast(), touches.removeLast())
        if touch.counts { lastAccess[access.resource] = touch.previous }
      }
      ticks.removeLast(event.tickCount)
    }
  }

  /// Reads the steps of a run.
  ///
  /// - Parameters:
  ///   - record: The run; its steps before `first` are those that were read before.
  ///   - first: The first step that is new.
  ///   - last: The end of the steps that count.
  ///   - allOrders: Whether a place in a queue means nothing.
  /// - Returns: The races that end in a new step.
  /// - Complexity: O(*n* · *t*) for steps and tasks, and O(*n*) more for each race.
  mutating func read(
    _ record: RunRecord, from first: Int, to last: Int, allOrders: Bool
  ) -> [Race] {
    var races: [Race] = []
    for step in min(first, events.count)..<last {
      add(step, record, allOrders: allOrders, &races)
    }
    // What comes after the end does not count, but those that sleep are asked what they did.
    var ignored: [Race] = []
    for step in last..<record.steps.count {
      add(step, record, allOrders: allOrders, &ignored)
    }
    return races
  }

  private mutating func add(
    _ step: Int, _ record: RunRecord, allOrders: Bool, _ races: inout [Race]
  ) {
    let entry = record.steps[step]
    let task = entry.task == .max ? 1 << 31 | entry.arrival : entry.task
    let firstAccess = accesses.count
    record.appendFootprint(of: step, allOrders: allOrders, to: &accesses)
    let size = max(record.tasks.count, events.last?.tickCount ?? 0)
    var clock = [Int32](repeating: 0, count: size)
    let previous = lastOfTask[task] ?? -1
    let index = previous >= 0 ? events[previous].index + 1 : 1
    joinCauses(of: entry, previous, &clock)

    for rival in rivals(firstAccess, task) where !isBefore(events[rival], clock) {
      races.append(Race(step: rival, initials: initials(from: rival, to: step, task, clock)))
      join(&clock, events[rival])
    }
    for access in firstAccess..<accesses.count {
      let resource = accesses[access].resource
      let counts = accesses[access].lastRival == nil
      touches.append(
        Touch(
          step: step, isWrite: accesses[access].isWrite, previous: lastAccess[resource] ?? -1,
          counts: counts))
      if counts { lastAccess[resource] = access }
    }
    let onExecutor = joinSameExecutor(entry, &clock)
    if Int(task) < size { clock[Int(task)] = index }
    let firstTick = ticks.count
    ticks.append(contentsOf: clock)
    events.append(
      Event(
        task: task, index: index, executor: entry.executor, isReading: entry.is_reading,
        time: entry.time, firstAccess: firstAccess, lastAccess: accesses.count,
        firstTick: firstTick, tickCount: size, previousOfTask: previous,
        previousOnExecutor: onExecutor))
    lastOfTask[task] = step
    if entry.executor != 0 { lastOnExecutor[entry.executor] = step }
  }

  /// The steps of other tasks that touched the same and count, the latest first.
  private func rivals(_ firstAccess: Int, _ task: UInt32) -> [Int] {
    var rivals: [Int] = []
    for access in accesses[firstAccess...] {
      var earlier = lastAccess[access.resource] ?? -1
      while earlier >= 0 {
        let touch = touches[earlier]
        earlier = touch.previous
        if let last = access.lastRival, touch.step > Int(last) { continue }
        guard access.isWrite || touch.isWrite else { continue }
        if events[touch.step].task != task, !rivals.contains(touch.step) {
          rivals.append(touch.step)
        }
        if touch.isWrite { break }
      }
    }
    return rivals.count > 1 ? rivals.sorted(by: >) : rivals
  }

  /// Joins what must come before a step: the task's own last step, the one that made it ready, and,
  /// when time passed, everything.
  private func joinCauses(of entry: explorer_step, _ previous: Int, _ clock: inout [Int32]) {
    if previous >= 0 { join(&clock, events[previous]) }
    if entry.maker != .max, Int(entry.maker) < events.count {
      join(&clock, events[Int(entry.maker)])
    }
    guard entry.time > 0 else { return }
    for event in events.reversed() where event.time != entry.time { join(&clock, event) }
  }

  /// The queue alone decides who comes first, but what runs on an executor sees what ran there before.
  ///
  /// - Returns: The last step on the executor; -1 for none.
  private func joinSameExecutor(_ entry: explorer_step, _ clock: inout [Int32]) -> Int {
    guard entry.executor != 0 else { return -1 }
    let last = lastOnExecutor[entry.executor] ?? -1
    var earlier = last
    while earlier >= 0 {
      let event = events[earlier]
      earlier = event.previousOnExecutor
      if event.isReading, entry.is_reading { continue }
      join(&clock, event)
      if !event.isReading { break }
    }
    return last
  }

  private func join(_ clock: inout [Int32], _ event: Event) {
    for task in 0..<min(event.tickCount, clock.count) {
      let tick = ticks[event.firstTick + task]
      if tick > clock[task] { clock[task] = tick }
    }
  }

  private func isBefore(_ event: Event, _ clock: [Int32]) -> Bool {
    let task = Int(event.task)
    return task < clock.count && clock[task] >= event.index
  }

  private func isBefore(_ event: Event, _ later: Event) -> Bool {
    let task = Int(event.task)
    return task < later.tickCount && ticks[later.firstTick + task] >= event.index
  }

  /// The tasks that can take the first step of what does not depend on a step and ends with another.
  private func initials(
    from step: Int, to last: Int, _ lastTask: UInt32, _ lastClock: [Int32]
  ) -> [UInt32] {
    var initials: [UInt32] = []
    var others: [Event] = []
    let race = events[step]
    for event in events[(step + 1)..<last] where !isBefore(race, event) {
      if !others.contains(where: { isBefore($0, event) }) { initials.append(event.task) }
      others.append(event)
    }
    if !others.contains(where: { isBefore($0, lastClock) || $0.task == lastTask }) {
      initials.append(lastTask)
    }
    return initials
  }
}
