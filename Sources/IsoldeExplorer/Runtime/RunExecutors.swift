internal import CExplorerRuntime
import Synchronization
@_spi(ExperimentalScheduling) import _Concurrency

/// The engine of an exploration, and the executors that its tasks run on.
///
/// Jobs arrive on the thread that explores, or from outside through the engine's lock.
final class ExplorationEngine: @unchecked Sendable {  // the C engine does its own locking
  let pointer: OpaquePointer
  private let preference: PreferenceExecutor
  private let main: MainStandIn
  private let stop: StopExecutor
  private let isKept = Atomic(false)

  init() {
    pointer = explorer_create()
    preference = PreferenceExecutor(engine: pointer)
    main = MainStandIn(engine: pointer)
    stop = StopExecutor(engine: pointer)
    explorer_set_executors(
      pointer, unsafeBitCast(preference.asUnownedTaskExecutor(), to: explorer_executor.self),
      unsafeBitCast(main.asUnownedSerialExecutor(), to: explorer_executor.self),
      unsafeBitCast(stop.asUnownedSerialExecutor(), to: explorer_executor.self))
    explorer_set_plain_range(pointer, plainRangeOfClass)
  }

  /// Sees to it that the engine is never freed.
  ///
  /// A task that a run left behind can reach it through its preference at any time.
  func keep() {
    if !isKept.exchange(true, ordering: .relaxed) { _ = Unmanaged.passRetained(self) }
  }

  deinit { explorer_destroy(pointer) }
}

/// What every task of an exploration prefers to run on.
private final class PreferenceExecutor: TaskExecutor, SchedulingExecutor,
  @unchecked Sendable  // the pointer is to an engine that does its own locking
{
  let engine: OpaquePointer
  init(engine: OpaquePointer) { self.engine = engine }

  func enqueue(_ job: consuming ExecutorJob) {
    explorer_enqueue(engine, address(of: UnownedJob(job)), explorer_channel_ready)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    explorer_enqueue_later(engine, address(of: UnownedJob(job)), nanoseconds(in: delay))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    let delay = clock.now.duration(to: instant)
    explorer_enqueue_later(engine, address(of: UnownedJob(job)), nanoseconds(in: delay))
  }
}

/// Stands for the main actor's executor within an exploration.
private final class MainStandIn: SerialExecutor,
  @unchecked Sendable  // the pointer is to an engine that does its own locking
{
  let engine: OpaquePointer
  init(engine: OpaquePointer) { self.engine = engine }

  func enqueue(_ job: consuming ExecutorJob) {
    explorer_enqueue(engine, address(of: UnownedJob(job)), explorer_channel_main)
  }
}

/// Where a task waits before a hop.
private final class StopExecutor: SerialExecutor,
  @unchecked Sendable  // the pointer is to an engine that does its own locking
{
  let engine: OpaquePointer
  init(engine: OpaquePointer) { self.engine = engine }

  func enqueue(_ job: consuming ExecutorJob) {
    explorer_enqueue(engine, address(of: UnownedJob(job)), explorer_channel_stop)
  }
}

/// Runs each job that it is given on a new thread.
final class HostThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    explorer_run_on_new_thread(
      address(of: UnownedJob(job)),
      unsafeBitCast(asUnownedTaskExecutor(), to: explorer_executor.self))
  }
}

private func address(of job: UnownedJob) -> UnsafeMutableRawPointer {
  unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
}

/// A delay in nanoseconds; delays of clocks that do not count in seconds are no delays.
private func nanoseconds<D: DurationProtocol>(in delay: D) -> Int64 {
  guard let delay = delay as? Duration else { return 0 }
  let (seconds, attoseconds) = delay.components
  let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
  if overflows { return seconds > 0 ? .max : 0 }
  return scaled.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
}
