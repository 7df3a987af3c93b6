// Continuations: one that is resumed twice is noticed before the runtime frees its memory twice.
//
// Checked continuations notice it themselves, and end the process.
#define _GNU_SOURCE
#include "engine.h"

UNINSTRUMENTED_BEGIN

typedef SWIFT_CC void (*resume_task)(void *task);
typedef SWIFT_CC void (*resume_task_with_error)(void *task, void *error);

/// Whether a task is suspended at a continuation, or about to be.
static bool can_be_resumed(void *task) {
  explorer_engine *engine = explorer_current;
  if (!engine || task == swift_task_getCurrent()) return true;
  uint32_t index = table_find(&engine->task_table, task, engine->run);
  if (index == no_task) return true;
  uint32_t other;
  bool is_gone = engine->tasks[index].has_ended || engine->records[index].id != job_id_of(task);
  if (!is_gone && explorer_wait_of(engine, index, &other) == explorer_wait_continuation)
    return true;
  uint32_t step = engine->step_count ? engine->step_count - 1 : UINT32_MAX;
  engine_note_misuse(engine, index, step);
  return false;
}

// Between the closure of a continuation and its suspension there is no step, so that whoever is not
// suspended, and does not run now, has been resumed already.
#define RESUME(name)                                                    \
  __attribute__((weak)) SWIFT_CC void name(void *task) {               \
    static resume_task real;                                            \
    if (!can_be_resumed(task)) return;                                  \
    if (!real) real = (resume_task)original_function(#name);             \
    real(task);                                                         \
  }

RESUME(swift_continuation_resume)
RESUME(swift_continuation_throwingResume)

__attribute__((weak)) SWIFT_CC void swift_continuation_throwingResumeWithError(
    void *task, void *error) {
  static resume_task_with_error real;
  if (!can_be_resumed(task)) return;
  if (!real)
    real = (resume_task_with_error)original_function("swift_continuation_throwingResumeWithError");
  real(task, error);
}

UNINSTRUMENTED_END
