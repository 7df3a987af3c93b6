// What a report needs beyond the schedule: names, places, and what a suspended task waits for.
#define _GNU_SOURCE
#include "engine.h"

#include <stdlib.h>
#include <string.h>

UNINSTRUMENTED_BEGIN

/// The function that a task's closure is; it stands before the context that the task begins with.
enum { entry_point_before_context = -24, closure_before_context = -16 };

static const void *context_of(const void *task) {
  return *(const void *const *)((const char *)task + task_resume_context);
}

/// Whether an address is in code that has lines of its own.
static bool has_line(const void *address) {
  explorer_location location;
  if (!address || !explorer_locate(address, &location)) return false;
  return location.file && location.line && !strstr(location.file, "<compiler-generated>") &&
         strncmp(location.file, "@__swiftmacro", 13);
}

/// The function that a captured word stands for; `NULL` if it stands for anything else.
static const void *function_of(const int32_t *record) {
  explorer_location location;
  // Functions are captured as records that lie in a program; what else is captured lies elsewhere.
  if (!record || !explorer_locate(record, &location)) return NULL;
  const void *function = (const char *)record + *record;
  bool is_function =
      explorer_locate(function, &location) && location.function && !location.offset;
  return is_function ? function : NULL;
}

/// The function behind a thunk, which is the first that its closure holds; `NULL` if there is none.
static const void *behind_thunk(const void *closure) {
  if (!closure) return NULL;
  // Before it can stand the actor that the closure is isolated to. A closure that holds less is
  // followed by other memory of its allocator, which stands for nothing.
  enum { first_capture = 2, end_of_captures = 6 };
  for (size_t i = first_capture; i < end_of_captures; i++) {
    const void *function = function_of(((const int32_t *const *)closure)[i]);
    if (function) return function;
  }
  return NULL;
}

/// The function that a task begins with.
static const void *entry_point_of(const void *context) {
  const void *entry = *(const void *const *)((const char *)context + entry_point_before_context);
  explorer_location location;
  if (has_line(entry)) return entry;
  if (!entry || !explorer_locate(entry, &location) || !location.function) return entry;
  // A reabstraction thunk is named by its types alone.
  bool is_thunk = strstr(location.function, "TR") && strstr(location.function, "TA");
  if (!is_thunk) return entry;
  const void *closure =
      *(const void *const *)((const char *)context + closure_before_context);
  const void *function = behind_thunk(closure);
  return function ? function : entry;
}

void observe_step(explorer_engine *engine, explorer_step *step) {
  if (step->task == no_task) return;
  const void *frames[16];
  uint32_t count = explorer_async_stack(engine, step->task, frames, 16);
  if (!count) return;
  step->resume = frames[0];
  // The runtime's own functions say less than what waits for them.
  for (uint32_t i = 0; i < count; i++) {
    if (!has_line(frames[i])) continue;
    step->resume = frames[i];
    return;
  }
}

void observe_name(explorer_engine *engine, uint32_t task) {
  const char *name = swift_task_getCurrentTaskName();
  // The name goes with its task.
  engine->tasks[task].name = name ? strdup(name) : NULL;
}

void observe_forget(explorer_engine *engine) {
  for (uint32_t i = 0; i < engine->task_count; i++) {
    free((void *)engine->tasks[i].name);
    engine->tasks[i].name = NULL;
  }
}

// MARK: Suspended tasks

explorer_wait_kind explorer_wait_of(
    const explorer_engine *engine, uint32_t index, uint32_t *task) {
  *task = no_task;
  const char *waiting = engine->tasks[index].task;
  if (engine->tasks[index].has_ended || !engine->tasks[index].has_started)
    return explorer_wait_unknown;
  const void *const *record = *(const void *const *const *)(waiting + task_dependency);
  if (!record) return explorer_wait_unknown;
  switch ((uint32_t)(uintptr_t)record[4]) {
    case 1: *task = task_find(engine, record[2]); return explorer_wait_task;
    case 2: return explorer_wait_continuation;
    case 3: return explorer_wait_group;
    default: return explorer_wait_unknown;
  }
}

uint32_t explorer_async_stack(
    const explorer_engine *engine, uint32_t index, const void **frames, uint32_t capacity) {
  const explorer_task_state *state = &engine->tasks[index];
  if (state->has_ended || !capacity) return 0;
  const void *const *context = context_of(state->task);
  uint32_t count = 0;
  if (!state->has_started) {
    frames[count++] = entry_point_of(context);
    return count;
  }
  frames[count++] = (const void *)*job_resume_of(state->task);
  while (context && count < capacity) {
    // The task's own end was slipped in by us.
    const void *next = context[1];
    if (!next || next == task_last_step()) break;
    frames[count++] = next;
    context = context[0];
  }
  return count;
}

const void *explorer_executor_type(const explorer_engine *engine, uint32_t executor) {
  if (executor < explorer_executor_first) return NULL;
  uint32_t index = executor - explorer_executor_first;
  return index < engine->executor_count ? engine->executor_types[index] : NULL;
}

UNINSTRUMENTED_END
