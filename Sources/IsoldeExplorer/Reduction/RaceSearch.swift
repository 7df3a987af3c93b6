internal import CExplorerRuntime

/// Finds pairs of steps that could have run in the other order, by vector clocks.
struct RaceSearch {
  /// A step that could have run after a later one.
  struct Race {
    let step: Int
    /// The tasks of which one has to run in its place, for the other order to come about.
    let initials: [UInt32]
  }

  private struct Event {
    var task: UInt32
    /// Counts the steps of its task.
    var index: Int32
    var firstAccess: Int
    var lastAccess: Int
    var firstTick: Int
    var tickCount: Int
    var time: Int64
  }

  private var events: [Event] = []
  private var accesses: [Access] = []
  /// The clocks of all events: how many steps of each task come before.
  private var ticks: [Int32] = []

  /// What a step touched.
  func footprint(of step: Int) -> [Access] {
    guard step < events.count else { return [] }
    return Array(accesses[events[step].firstAccess..<events[step].lastAccess])
  }

  /// Forgets a step and all later ones.
  mutating func forget(from step: Int) {
    guard step < events.count else { return }
    accesses.removeLast(accesses.count - events[step].firstAccess)
    ticks.removeLast(ticks.count - events[step].firstTick)
    events.removeLast(events.count - step)
  }

  /// Reads the steps of a run.
  ///
  /// - Parameters:
  ///   - record: The run; its steps before `first` are those that were read before.
  ///   - first: The first step that is new.
  ///   - last: The end of the steps that count.
  ///   - allOrders: Whether a place in a queue means nothing.
  /// - Returns: The races that end in a new step.
  /// - Complexity: O(*n*²) in the number of steps.
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
    let index = joinCauses(of: step, task, record, &clock)

    var earlier = step
    while earlier > 0 {
      earlier -= 1
      let event = events[earlier]
      guard event.task != task, !isBefore(event, clock) else { continue }
      let theirs = accesses[event.firstAccess..<event.lastAccess]
      guard accesses[firstAccess...].conflicts(with: theirs) else { continue }
      races.append(
        Race(step: earlier, initials: initials(from: earlier, to: step, task, clock)))
      join(&clock, event)
    }
    joinSameExecutor(step, record, &clock)
    if Int(task) < size { clock[Int(task)] = index }
    let firstTick = ticks.count
    ticks.append(contentsOf: clock)
    events.append(
      Event(
        task: task, index: index, firstAccess: firstAccess, lastAccess: accesses.count,
        firstTick: firstTick, tickCount: size, time: entry.time))
  }

  /// Joins what must come before a step: the task's own last step, the one that made it ready, and,
  /// when time passed, everything.
  ///
  /// - Returns: Which of its task's steps it is.
  private func joinCauses(
    of step: Int, _ task: UInt32, _ record: RunRecord, _ clock: inout [Int32]
  ) -> Int32 {
    let entry = record.steps[step]
    if entry.maker != .max, Int(entry.maker) < events.count {
      join(&clock, events[Int(entry.maker)])
    }
    var index: Int32 = 1
    for event in events.reversed() {
      if event.time != entry.time {
        join(&clock, event)
      } else if index > 1 {
        // Times only rise, so that there is nothing more to join at this one.
        if entry.time == 0 { break }
        continue
      }
      guard event.task == task, index == 1 else { continue }
      index = event.index + 1
      join(&clock, event)
    }
    return index
  }

  /// The queue alone decides who comes first, but what runs on an executor sees what ran there before.
  private func joinSameExecutor(_ step: Int, _ record: RunRecord, _ clock: inout [Int32]) {
    let executor = record.steps[step].executor
    guard executor != 0 else { return }
    var earlier = step
    while earlier > 0 {
      earlier -= 1
      guard record.steps[earlier].executor == executor else { continue }
      if record.steps[earlier].is_reading, record.steps[step].is_reading { continue }
      join(&clock, events[earlier])
      if !record.steps[earlier].is_reading { return }
    }
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
