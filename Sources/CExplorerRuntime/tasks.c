// Tasks: which are ours, and what is slipped in before their first step and after their last.
#include "engine.h"

UNINSTRUMENTED_BEGIN

extern const void *const _swift_concurrency_debug_future_adapter;
extern const void *const _swift_concurrency_debug_non_future_adapter;

bool task_is_initial(const void *task) {
  const void *resume = *(const void *const *)((const char *)task + job_resume);
  return resume == _swift_concurrency_debug_future_adapter ||
         resume == _swift_concurrency_debug_non_future_adapter;
}

uint32_t task_find(const explorer_engine *engine, const void *task) {
  uint32_t found = table_find(&engine->task_table, task, engine->run);
  // Memory of tasks that ended is used again; their identifiers are not.
  return found != no_task && engine->records[found].id == job_id_of(task) ? found : no_task;
}

// MARK: First and last step

static return_function *return_of(void *context) {
  return (return_function *)((char *)context + sizeof(void *));
}

static __attribute__((noinline)) return_function end_task(void *error) {
  explorer_engine *engine = explorer_current;
  void *task = swift_task_getCurrent();
  uint32_t index = task_find(engine, task);
  task_record *record = &engine->records[index];
  swift_task_popTaskExecutorPreference(record->preference_record);
  // Last come, first gone: all of it lies at the bottom of the task's allocator.
  locals_pop(record->locals);
  engine->tasks[index].has_ended = true;
  engine->tasks[index].has_thrown = error != NULL;
  engine_add_effect(engine, explorer_effect_end, index, record->is_ordered);
  return record->done;
}

static SWIFT_ASYNC_CC void last_step(ASYNC_CONTEXT void *context, SWIFT_SELF void *error) {
  return_function done = end_task(error);
  __attribute__((musttail)) return done(context, error);
}

const void *task_last_step(void) { return (const void *)last_step; }

static __attribute__((noinline)) resume_function begin_task(void *context) {
  explorer_engine *engine = explorer_current;
  void *task = swift_task_getCurrent();
  uint32_t index = task_find(engine, task);
  task_record *record = &engine->records[index];
  engine->tasks[index].has_started = true;
  if (engine->is_observed) observe_name(engine, index);
  // A detached task would not know which test it belongs to.
  if (engine->host && !locals_of(task)) record->locals = locals_push(engine->host);
  record->preference_record = swift_task_pushTaskExecutorPreference(engine->preference);
  record->done = *return_of(context);
  *return_of(context) = last_step;
  return record->first;
}

static SWIFT_ASYNC_CC void first_step(ASYNC_CONTEXT void *context) {
  resume_function first = begin_task(context);
  __attribute__((musttail)) return first(context);
}

// MARK: Taking in

static uint64_t child_path(uint64_t parent, uint32_t sibling) {
  uint64_t mixed = parent ^ (sibling + 0x9E3779B97F4A7C15ull + (parent << 6) + (parent >> 2));
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
  return mixed ^ (mixed >> 31);
}

uint32_t task_adopt(explorer_engine *engine, void *task, bool is_immediate) {
  if (engine->task_count == engine->task_capacity) {
    uint32_t capacity = engine->task_capacity ? engine->task_capacity * 2 : 32;
    engine->tasks = explorer_resize(engine->tasks, capacity * sizeof *engine->tasks);
    engine->records = explorer_resize(engine->records, capacity * sizeof *engine->records);
    engine->task_capacity = capacity;
  }
  uint32_t index = engine->task_count++;
  uint32_t step = engine->step_count ? engine->step_count - 1 : 0;
  uint32_t parent = engine->step_count ? engine->steps[step].task : no_task;
  uint64_t path = parent == no_task
                      ? child_path(0, index)
                      : child_path(engine->tasks[parent].path, engine->records[parent].children++);
  engine->tasks[index] = (explorer_task_state){
      .task = task, .path = path, .parent = parent, .created = step};
  engine->records[index] = (task_record){.id = job_id_of(task), .is_immediate = is_immediate};
  table_set(&engine->task_table, task, engine->run, index);
  engine->records[index].first = *job_resume_of(task);
  // Children of a discarding group have no result, and so another way to begin.
  uint32_t flags = *(const uint32_t *)((const char *)task + job_flags);
  engine->records[index].is_ordered =
      (flags & job_flag_group_child) &&
      (const void *)engine->records[index].first == _swift_concurrency_debug_future_adapter;
  engine->records[index].is_within_parent = flags & job_flag_async_let;
  // A task that ended can be cancelled as well, and that it was tells what else could have been.
  if (engine->watches_effects && !engine->records[index].is_within_parent) swift_retain(task);
  *job_resume_of(task) = first_step;
  engine->has_immediate |= is_immediate;
  engine_add_effect(engine, explorer_effect_create, index, 0);
  return index;
}

void tasks_note_cancelled(explorer_engine *engine) {
  for (uint32_t i = 0; i < engine->task_count; i++) {
    task_record *record = &engine->records[i];
    if (record->was_cancelled || (record->is_within_parent && engine->tasks[i].has_ended)) continue;
    const char *task = engine->tasks[i].task;
    uint32_t status = *(const uint32_t *)(task + task_status);
    if (!(status & task_status_cancelled)) continue;
    record->was_cancelled = true;
    engine_add_effect(engine, explorer_effect_cancel, i, 0);
  }
}

UNINSTRUMENTED_END
