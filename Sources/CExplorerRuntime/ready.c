// The ready list: jobs become entries, and of the entries some can be picked.
#include "engine.h"

#include <string.h>

UNINSTRUMENTED_BEGIN

/// Whether a task is ready already, or has ended: then somebody resumed it twice.
static bool is_misused(explorer_engine *engine, uint32_t task, uint32_t maker) {
  if (task == no_task) return false;
  task_record *record = &engine->records[task];
  bool has_ended = engine->tasks[task].has_ended;
  if (!record->is_ready && !has_ended) {
    record->is_ready = true;
    record->ready_maker = maker;
    return false;
  }
  engine_note_misuse(engine, task, maker);
  return true;
}

void engine_note_misuse(explorer_engine *engine, uint32_t task, uint32_t step) {
  if (engine->is_misused) return;
  engine->is_misused = true;
  const task_record *record = &engine->records[task];
  engine->misuse = (explorer_double_resume){
      .task = task, .first = record->ready_maker, .second = step};
}

static void place(explorer_engine *engine, explorer_entry *entry) {
  entry->place = engine->places++;
  engine->enqueued_count++;
  engine_add_effect(engine, explorer_effect_enqueue, entry->executor, entry->arrival);
}

void ready_add(
    explorer_engine *engine, void *job, uint32_t task, uint32_t executor, uint8_t kind,
    bool is_enqueued) {
  uint32_t maker = engine->step_count ? engine->step_count - 1 : UINT32_MAX;
  // Run twice, its memory would be freed twice.
  if (is_misused(engine, task, maker)) return;
  MAKE_ROOM(engine->ready, engine->ready_count, engine->ready_capacity);
  uint32_t arrival = engine->arrivals++;
  engine->ready[engine->ready_count++] = (explorer_entry){
      .job = job,
      .task = task,
      .executor = executor,
      .arrival = arrival,
      .maker = maker,
      .kind = kind,
      .is_enqueued = is_enqueued,
      .priority = job_priority_of(job),
      .path = task == no_task ? 0 : engine->tasks[task].path,
  };
  explorer_entry *entry = &engine->ready[engine->ready_count - 1];
  if (is_enqueued) {
    place(engine, entry);
  } else {
    engine_add_effect(engine, explorer_effect_ready, task, arrival);
  }
  if (kind == explorer_entry_hop && engine->records[task].stop_holds) {
    entry->holds = engine->records[task].stop_holds;
    engine->holding_count++;
  }
}

void ready_place_leaving(explorer_engine *engine, uint32_t executor) {
  if (!engine->holding_count) return;
  for (uint32_t i = 0; i < engine->ready_count; i++) {
    explorer_entry *entry = &engine->ready[i];
    if (entry->holds != executor) continue;
    entry->holds = explorer_executor_concurrent;
    entry->is_enqueued = entry->is_placed_late = true;
    entry->placer = engine->step_count - 1;
    engine->holding_count--;
    place(engine, entry);
  }
}

explorer_entry ready_remove(explorer_engine *engine, uint32_t index) {
  explorer_entry entry = engine->ready[index];
  engine->ready_count--;
  memmove(
      &engine->ready[index], &engine->ready[index + 1],
      (engine->ready_count - index) * sizeof entry);
  if (entry.is_enqueued) engine->enqueued_count--;
  if (entry.holds) engine->holding_count--;
  return entry;
}

/// The entry that an executor would run first of those that have a place in its queue.
static const explorer_entry *head_of_queue(const explorer_engine *engine, uint32_t executor) {
  const explorer_entry *head = NULL;
  for (uint32_t i = 0; i < engine->ready_count; i++) {
    const explorer_entry *entry = &engine->ready[i];
    if (entry->executor != executor || !entry->is_enqueued) continue;
    // An actor takes the highest priority first; the main queue does not look at it.
    bool has_precedence =
        head && executor != explorer_executor_main && entry->priority != head->priority;
    bool comes_first = !head || (has_precedence ? entry->priority > head->priority
                                                : entry->place < head->place);
    if (comes_first) head = entry;
  }
  return head;
}

/// Whether today's runtime could run an entry next.
static bool is_producible(const explorer_engine *engine, const explorer_entry *entry) {
  if (entry->executor == explorer_executor_concurrent) return true;
  const explorer_entry *head = head_of_queue(engine, entry->executor);
  if (!head || entry == head) return true;
  // A task that stands before its hop has no place yet; it would get one behind those that have.
  return !entry->is_enqueued && entry->executor != explorer_executor_main &&
         entry->priority > head->priority;
}

void ready_find_choices(explorer_engine *engine) {
  if (engine->choice_capacity < engine->ready_count) {
    engine->choice_capacity = engine->ready_capacity;
    engine->choices =
        explorer_resize(engine->choices, engine->choice_capacity * sizeof *engine->choices);
    engine->choice_index =
        explorer_resize(engine->choice_index, engine->choice_capacity * sizeof(uint32_t));
  }
  engine->choice_count = 0;
  for (uint32_t i = 0; i < engine->ready_count; i++) {
    explorer_entry *entry = &engine->ready[i];
    entry->is_producible = !engine->enqueued_count || is_producible(engine, entry);
    if (!entry->is_producible && !engine->is_all_orders) continue;
    engine->choices[engine->choice_count] = *entry;
    engine->choice_index[engine->choice_count++] = i;
  }
}

UNINSTRUMENTED_END
