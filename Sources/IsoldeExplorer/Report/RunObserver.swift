internal import CExplorerRuntime

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#endif

/// Reads what a report says of an observed run, before the next one begins.
struct RunObserver {
  let engine: OpaquePointer
  let record: RunRecord

  /// The rows of the run.
  func timeline() -> [TimelineRow] {
    record.steps.enumerated().map { index, step in
      TimelineRow(
        step: index, task: name(of: step.task), isolation: isolation(of: step.executor),
        event: event(of: step), place: place(of: step), time: .nanoseconds(step.time),
        processorTime: .nanoseconds(step.processor_time), choices: Int(step.choices))
    }
  }

  /// The tasks that did not end.
  func suspended() -> [SuspendedTask] {
    record.tasks.indices.filter { !record.tasks[$0].has_ended }.map { index in
      SuspendedTask(
        task: name(of: UInt32(index)), waitsFor: waitsFor(index), stack: stack(of: index))
    }
  }

  /// Which steps resumed a task twice; none if none did.
  func doubleResume(_ timeline: [TimelineRow]) -> [String] {
    var misuse = explorer_double_resume()
    guard explorer_misuse(engine, &misuse) else { return [] }
    let steps = [misuse.first, misuse.second].compactMap { index -> String? in
      guard index != .max, Int(index) < timeline.count else { return nil }
      let row = timeline[Int(index)]
      return "step \(index) of “\(row.task)”" + (row.place.short.map { " at \($0)" } ?? "")
    }
    let name = name(of: misuse.task)
    switch steps.count {
    case 2: return ["“\(name)” is resumed by \(steps[0])", "and again by \(steps[1])"]
    case 1: return ["“\(name)” is resumed by \(steps[0]), when nothing has to resume it"]
    default: return []
    }
  }

  // MARK: Tasks

  /// A name that was given, or the number, which is that of its creation.
  func name(of task: UInt32) -> String {
    guard task != .max else { return "a deinitializer" }
    if let name = record.tasks[Int(task)].name { return String(cString: name) }
    return "task \(task)"
  }

  private func waitsFor(_ index: Int) -> String {
    var other: UInt32 = .max
    switch explorer_wait_of(engine, UInt32(index), &other) {
    case explorer_wait_task:
      return other == .max ? "another task" : "“\(name(of: other))” to end"
    case explorer_wait_continuation: return "a continuation to be resumed"
    case explorer_wait_group: return "its task group"
    default: return record.tasks[index].has_started ? "something unknown" : "its start"
    }
  }

  private func stack(of index: Int) -> [CodePlace] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 64) { frames in
      let count = explorer_async_stack(engine, UInt32(index), frames.baseAddress, 64)
      return frames[..<Int(count)].compactMap { Self.place(at: $0) }.filter { $0.isOfTheUser }
    }
  }

  // MARK: Steps

  private func event(of step: explorer_step) -> TimelineRow.Event {
    switch UInt32(step.kind) {
    case UInt32(explorer_entry_start.rawValue): .starts
    case UInt32(explorer_entry_hop.rawValue): step.executor == 0 ? .resumes : .enters
    case UInt32(explorer_entry_job.rawValue): .runs
    default: .resumes
    }
  }

  private func place(of step: explorer_step) -> CodePlace {
    Self.place(at: step.resume) ?? CodePlace()
  }

  func isolation(of executor: UInt32) -> String {
    if executor == UInt32(explorer_executor_concurrent) { return "concurrent" }
    if executor == UInt32(explorer_executor_main) { return "MainActor" }
    guard let type = explorer_executor_type(engine, executor) else { return "an actor" }
    // Two actors of one type have to be told apart.
    let same = (UInt32(explorer_executor_first)..<executor).count {
      explorer_executor_type(engine, $0) == type
    }
    let name = _typeName(unsafeBitCast(type, to: Any.Type.self), qualified: false)
    return same == 0 ? name : "\(name) \(same + 1)"
  }

  /// The source of an address; `nil` for none.
  static func place(at address: UnsafeRawPointer?) -> CodePlace? {
    var location = explorer_location()
    guard let address, explorer_locate(address, &location) else { return nil }
    if location.line == 0 {
      var applied = explorer_location()
      if explorer_locate_applied(address, &applied) { location = applied }
    }
    // What surrounds the body is ours, and says nothing.
    let own = "$s14IsoldeExplorer"
    if let mangled = location.function, strncmp(mangled, own, own.utf8.count) == 0 { return nil }
    var place = CodePlace()
    if let mangled = location.function {
      if let text = explorer_demangle(mangled) {
        let function = String(cString: text)
        free(text)
        // What a thunk is named after is types.
        if !function.contains("thunk for") { place.function = function }
      } else {
        place.function = String(cString: mangled)
      }
    }
    if let file = location.file { place.file = String(cString: file) }
    if location.line > 0 { place.line = Int(location.line) }
    return place
  }
}

extension CodePlace {
  /// Whether it is code that was compiled with lines, and not by the compiler itself.
  var isOfTheUser: Bool {
    guard let file, line != nil else { return false }
    let others = ["<compiler-generated>", "@__swiftmacro", "Sources/IsoldeTesting/"]
    return !others.contains { file.contains($0) }
  }
}
