// Hops: a task stops before it enters another executor, so that the order of entering is a choice.
#define _GNU_SOURCE
#include "engine.h"

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
  MAKE_ROOM(engine->executor_types, engine->executor_count, engine->executor_capacity);
  engine->executor_types[engine->executor_count] = *(const void *const *)executor.identity;
  uint32_t number = explorer_executor_first + engine->executor_count++;
  table_set(&engine->executor_table, executor.identity, engine->run, number);
  return number;
}

// MARK: The real functions

static __attribute__((noinline)) switch_function real_switch(void) {
  static switch_function real;
  if (!real) real = (switch_function)original_function("swift_task_switch");
  return real;
}

// MARK: Stopping

static void note_stop(
    task_record *record, resume_function resume, explorer_executor target, bool has_place) {
  record->is_stopped = true;
  record->stop_holds = explorer_executor_concurrent;
  record->stop_resume = resume;
  record->stop_target = target;
  record->stop_is_enqueued = has_place;
}

/// How a task that wants to hop goes on.
typedef enum { passes, stays, stops_first } hop_way;

static __attribute__((noinline)) hop_way way_of_hop(
    resume_function resume, explorer_executor target) {
  explorer_engine *engine = explorer_current;
  if (!engine) return passes;
  explorer_executor from = swift_task_getCurrentExecutor();
  bool is_same = from.identity == target.identity;
  if (is_same && !engine->has_immediate) return passes;
  uint32_t task = task_find(engine, swift_task_getCurrent());
  if (task == no_task) return passes;
  task_record *record = &engine->records[task];
  // A task that began inside its creator's step would be sent away by its preference.
  if (is_same) return record->is_immediate ? stays : passes;
  stops++;
  // What began inside its creator's step takes its place before its creator goes on.
  bool has_place = target.identity && record->is_immediate;
  record->is_immediate = false;
  note_stop(record, resume, target, has_place);
  // A task on an executor takes its place in the next queue before it leaves the first.
  if (target.identity && from.identity && !has_place)
    record->stop_holds = executor_number(engine, from);
  return stops_first;
}

// On the stop executor the task does not run; the engine sees to it that it goes on as it wanted.
__attribute__((weak)) SWIFT_ASYNC_CC void swift_task_switch(
    ASYNC_CONTEXT void *context, resume_function resume, explorer_executor executor) {
  switch_function real = real_switch();
  hop_way way = way_of_hop(resume, executor);
  if (way == stops_first) {
    explorer_executor stop = explorer_current->stop;
    __attribute__((musttail)) return real(context, resume, stop);
  }
  if (way == stays) real = (switch_function)(void *)resume;
  __attribute__((musttail)) return real(context, resume, executor);
}

// MARK: Tasks that are resumed on an actor

static __attribute__((noinline)) resume_function stop_again(explorer_executor *stop) {
  explorer_engine *engine = explorer_current;
  *stop = engine->stop;
  return engine->records[task_find(engine, swift_task_getCurrent())].stop_resume;
}

/// The first thing that a task does on an actor that nobody let it enter yet: it leaves.
static SWIFT_ASYNC_CC void leave_at_once(
    ASYNC_CONTEXT void *context, resume_function unused, explorer_executor also_unused) {
  (void)unused, (void)also_unused;
  switch_function real = real_switch();
  explorer_executor stop;
  resume_function resume = stop_again(&stop);
  __attribute__((musttail)) return real(context, resume, stop);
}

void hop_stop_before(explorer_engine *engine, uint32_t task, explorer_executor target) {
  void *job = engine->tasks[task].task;
  note_stop(&engine->records[task], *job_resume_of(job), target, true);
  *job_resume_of(job) = AS_RESUME(leave_at_once);
}

// MARK: Tasks that start inside their creator's step

__attribute__((weak)) SWIFT_CC void swift_task_immediate(void *task, explorer_executor executor) {
  static immediate_function real;
  if (!real) real = (immediate_function)original_function("swift_task_immediate");
  if (explorer_current && task_find(explorer_current, task) == no_task && task_is_initial(task))
    task_adopt(explorer_current, task, true);
  real(task, executor);
}

UNINSTRUMENTED_END
