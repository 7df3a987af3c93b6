// Hops: a task stops before it enters another executor, so that the order of entering is a choice.
#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>

UNINSTRUMENTED_BEGIN

typedef SWIFT_ASYNC_CC void (*switch_function)(
    ASYNC_CONTEXT void *context, resume_function resume, explorer_executor executor);
// The runtime calls these with the context alone; what they have beside it is for their tail calls.
#define AS_RESUME(function) ((resume_function)(void *)(function))
typedef SWIFT_CC void (*immediate_function)(void *task, explorer_executor executor);

static _Thread_local uint64_t stops;
uint64_t explorer_stop_count(void) { return stops; }

// MARK: Executors

uint32_t executor_number(explorer_engine *engine, explorer_executor executor) {
  if (!executor.identity) return explorer_executor_concurrent;
  if (executor.identity == engine->main.identity) return explorer_executor_main;
  uint32_t known = table_find(&engine->executor_table, executor.identity, engine->run);
  if (known != UINT32_MAX) return known;
  uint32_t number = explorer_executor_first + engine->executor_count++;
  table_set(&engine->executor_table, executor.identity, engine->run, number);
  return number;
}

bool executor_is_custom(const explorer_engine *engine, explorer_executor executor) {
  // Default actors have no witness table; the low bits are flags.
  return executor.identity && executor.identity != engine->main.identity &&
         ((uintptr_t)executor.implementation & ~(uintptr_t)7);
}

// MARK: The real functions

static __attribute__((noinline)) switch_function real_switch(void) {
  static switch_function real;
  if (!real) real = (switch_function)dlsym(RTLD_NEXT, "swift_task_switch");
  return real;
}

// MARK: Stopping

/// Goes on from a stop: the task enters the executor that it wanted.
static __attribute__((noinline)) task_record *leave_stop(void) {
  explorer_engine *engine = explorer_current;
  task_record *record = &engine->records[task_find(engine, swift_task_getCurrent())];
  record->is_stopped = false;
  return record;
}

// The parameters are those of `swift_task_switch`, because a tail call needs them to be.
static SWIFT_ASYNC_CC void enter(
    ASYNC_CONTEXT void *context, resume_function unused, explorer_executor also_unused) {
  (void)unused, (void)also_unused;
  task_record *record = leave_stop();
  switch_function real = real_switch();
  resume_function resume = record->stop_resume;
  explorer_executor target = record->stop_target;
  __attribute__((musttail)) return real(context, resume, target);
}

/// Whether the task has to stop, and how it goes on then.
static __attribute__((noinline)) bool stops_before(
    resume_function *resume, explorer_executor target) {
  explorer_engine *engine = explorer_current;
  if (!engine) return false;
  explorer_executor from = swift_task_getCurrentExecutor();
  if (from.identity == target.identity) return false;
  uint32_t task = task_find(engine, swift_task_getCurrent());
  if (task == no_task) return false;
  task_record *record = &engine->records[task];
  stops++;
  record->is_stopped = true;
  record->stop_target = target;
  // A task on an executor takes its place in the next queue before it leaves the first.
  record->stop_is_enqueued = target.identity && (from.identity || record->is_immediate);
  record->is_immediate = false;
  record->stop_resume = *resume;
  // The segment on a custom executor is run there directly: its own queue would need a thread.
  if (!executor_is_custom(engine, target)) *resume = AS_RESUME(enter);
  return true;
}

__attribute__((weak)) SWIFT_ASYNC_CC void swift_task_switch(
    ASYNC_CONTEXT void *context, resume_function resume, explorer_executor executor) {
  switch_function real = real_switch();
  if (stops_before(&resume, executor)) {
    explorer_executor stop = explorer_current->stop;
    __attribute__((musttail)) return real(context, resume, stop);
  }
  __attribute__((musttail)) return real(context, resume, executor);
}

// MARK: Tasks that are resumed on an actor

static __attribute__((noinline)) explorer_executor stop_again(void) {
  return explorer_current->stop;
}

/// The first thing that a task does on an actor that nobody let it enter yet: it leaves.
static SWIFT_ASYNC_CC void leave_at_once(
    ASYNC_CONTEXT void *context, resume_function unused, explorer_executor also_unused) {
  (void)unused, (void)also_unused;
  switch_function real = real_switch();
  explorer_executor stop = stop_again();
  __attribute__((musttail)) return real(context, AS_RESUME(enter), stop);
}

void hop_stop_before(explorer_engine *engine, uint32_t task, explorer_executor target) {
  task_record *record = &engine->records[task];
  void *job = engine->tasks[task].task;
  record->is_stopped = true;
  record->stop_is_enqueued = true;
  record->stop_target = target;
  record->stop_resume = *job_resume_of(job);
  *job_resume_of(job) = AS_RESUME(leave_at_once);
}

// MARK: Tasks that start inside their creator's step

__attribute__((weak)) SWIFT_CC void swift_task_immediate(void *task, explorer_executor executor) {
  static immediate_function real;
  if (!real) real = (immediate_function)dlsym(RTLD_NEXT, "swift_task_immediate");
  if (explorer_current && task_find(explorer_current, task) == no_task && task_is_initial(task))
    task_adopt(explorer_current, task, true);
  real(task, executor);
}

UNINSTRUMENTED_END
