// An engine's life, and what others may read of its run.
#define _GNU_SOURCE
#include "engine.h"

#include <stdlib.h>

UNINSTRUMENTED_BEGIN

explorer_engine *explorer_create(void) {
  explorer_engine *engine = calloc(1, sizeof *engine);
  if (!engine) abort();
  pthread_mutex_init(&engine->inbox_lock, NULL);
  pthread_cond_init(&engine->inbox_filled, NULL);
  return engine;
}

void explorer_set_executors(
    explorer_engine *engine, explorer_executor preference, explorer_executor main,
    explorer_executor stop) {
  engine->preference = preference;
  engine->main = main;
  engine->stop = stop;
}

void explorer_destroy(explorer_engine *engine) {
  observe_forget(engine);
  free(engine->events);
  free(engine->ready);
  free(engine->choices);
  free(engine->choice_index);
  free(engine->timers);
  free(engine->tasks);
  free(engine->records);
  table_free(&engine->task_table);
  table_free(&engine->executor_table);
  table_free(&engine->plain_table);
  free(engine->plain_ranges);
  free(engine->snapshot);
  free(engine->executor_types);
  free(engine->steps);
  free(engine->effects);
  free(engine->inbox);
  pthread_mutex_destroy(&engine->inbox_lock);
  pthread_cond_destroy(&engine->inbox_filled);
  free(engine);
}

void explorer_begin_run(
    explorer_engine *engine, uint32_t maximum_steps, bool all_orders, bool watches_effects) {
  observe_forget(engine);
  engine->run++;
  engine->event_count = engine->ready_count = engine->arrivals = engine->places = 0;
  engine->enqueued_count = engine->holding_count = 0;
  engine->choice_count = engine->choices_made = 0;
  engine->timer_count = engine->timer_serial = 0;
  engine->now = 0;
  engine->task_count = engine->executor_count = 0;
  engine->step_count = engine->effect_count = 0;
  engine->foreign_count = 0;
  engine->maximum_steps = maximum_steps;
  engine->has_immediate = false;
  engine->is_misused = false;
  engine->is_all_orders = all_orders;
  engine->watches_effects = watches_effects;
  table_reset(&engine->task_table);
  table_reset(&engine->executor_table);
  engine->host = swift_task_getCurrent();
  explorer_current = engine;
  atomic_store_explicit(&engine->thread, pthread_self(), memory_order_release);
  clock_set_virtual(true, 0);
}

void explorer_end_run(explorer_engine *engine) {
  atomic_fetch_add_explicit(&engine->heartbeat, 1, memory_order_relaxed);
  explorer_current = NULL;
  engine->host = NULL;
  clock_set_virtual(false, 0);
  if (!engine->watches_effects) return;
  for (uint32_t i = 0; i < engine->task_count; i++) {
    if (!engine->records[i].is_within_parent) swift_release(engine->tasks[i].task);
  }
}

void explorer_set_observed(explorer_engine *engine, bool is_observed) {
  engine->is_observed = is_observed;
}

void explorer_set_asks_before_time(explorer_engine *engine, bool asks) {
  engine->asks_before_time = asks;
}

void explorer_set_plain_range(explorer_engine *engine, explorer_plain_range_of range_of) {
  engine->plain_range_of = range_of;
}

const explorer_step *explorer_steps(const explorer_engine *engine, uint32_t *count) {
  *count = engine->step_count;
  return engine->steps;
}

const explorer_effect *explorer_effects(const explorer_engine *engine, uint32_t *count) {
  *count = engine->effect_count;
  return engine->effects;
}

const explorer_task_state *explorer_tasks(const explorer_engine *engine, uint32_t *count) {
  *count = engine->task_count;
  return engine->tasks;
}

bool explorer_misuse(const explorer_engine *engine, explorer_double_resume *out) {
  *out = engine->misuse;
  return engine->is_misused;
}

uint32_t explorer_left_count(const explorer_engine *engine) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < engine->task_count; i++) count += !engine->tasks[i].has_ended;
  return count;
}

uint64_t explorer_trace_hash(const explorer_engine *engine) {
  uint64_t hash = 0xCBF29CE484222325;
  for (uint32_t i = 0; i < engine->step_count; i++) {
    const explorer_step *step = &engine->steps[i];
    hash = (hash ^ step->path) * 0x100000001B3;
    hash = (hash ^ ((uint64_t)step->executor << 32 | step->choices)) * 0x100000001B3;
    hash = (hash ^ step->kind) * 0x100000001B3;
  }
  return hash;
}

uint32_t explorer_choice_count(const explorer_engine *engine) { return engine->choices_made; }
int64_t explorer_now(const explorer_engine *engine) { return engine->now; }
uint32_t explorer_foreign_count(const explorer_engine *engine) { return engine->foreign_count; }

UNINSTRUMENTED_END
