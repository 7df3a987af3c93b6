/// Patterns that have failed in Swift code in use.
let swiftPatterns: [Yardstick] = [
  Yardstick(
    "cancel_before_suspend", CancelBeforeSuspendProgram.buggy, CancelBeforeSuspendProgram.fixed,
    .leakedContinuation),
  Yardstick(
    "task_group_timeout", TaskGroupTimeoutProgram.buggy, TaskGroupTimeoutProgram.fixed,
    .leakedContinuation),
  Yardstick(
    "unbuffered_share", UnbufferedShareProgram.buggy, UnbufferedShareProgram.fixed, .deadlock),
  Yardstick("reentrant_stop", ReentrantStopProgram.buggy, ReentrantStopProgram.fixed),
  Yardstick("debounce_error", DebounceErrorProgram.buggy, DebounceErrorProgram.fixed),
  Yardstick("two_withdrawals", TwoWithdrawalsProgram.buggy, TwoWithdrawalsProgram.fixed),
  Yardstick(
    "lost_wakeup", { try await LostWakeupProgram.buggy(readers: 3, writers: 3) },
    { try await LostWakeupProgram.fixed(readers: 3, writers: 3) }, .leakedContinuation),
  Yardstick(
    "cache_computes_twice", CacheComputesTwiceProgram.buggy, CacheComputesTwiceProgram.fixed),
  Yardstick(
    "lost_update_over_await", { try await LostUpdateOverAwaitProgram.buggy(tasks: 2) },
    { try await LostUpdateOverAwaitProgram.fixed(tasks: 2) }),
  Yardstick(
    "double_fetch", { try await DoubleFetchProgram.buggy(requests: 2) },
    { try await DoubleFetchProgram.fixed(requests: 2) }),
  Yardstick(
    "unordered_tasks", { try await UnorderedTasksProgram.buggy(lines: 3) },
    { try await UnorderedTasksProgram.fixed(lines: 3) }),
  Yardstick(
    "finished_before_iteration", FinishedBeforeIterationProgram.buggy,
    FinishedBeforeIterationProgram.fixed, .leakedContinuation),
  Yardstick("semaphore_leak", SemaphoreLeakProgram.buggy, SemaphoreLeakProgram.fixed),
]
