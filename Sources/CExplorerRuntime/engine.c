// The engine: runs one step after the other.
#define _GNU_SOURCE
#include "engine.h"

#include <stdlib.h>

UNINSTRUMENTED_BEGIN

void ready_add(
    explorer_engine *engine, void *job, uint32_t task, uint32_t executor, uint8_t kind,
    bool is_enqueued);
explorer_entry ready_remove(explorer_engine *engine, uint32_t index);
void ready_find_choices(explorer_engine *engine);
void inbox_empty(explorer_engine *engine);

void engine_add_effect(explorer_engine *engine, uint32_t kind, uint32_t object, uint32_t value) {
  MAKE_ROOM(engine->effects, engine->effect_count, engine->effect_capacity);
  engine->effects[engine->effect_count++] =
      (explorer_effect){.kind = kind, .object = object, .value = value};
}

static inline void run_anywhere(explorer_engine *engine, void *job) {
  swift_job_run_on_task_executor(job, engine->preference);
}

/// Runs a task that has no preference: with one it would be sent to where it thinks it belongs.
static inline void run_without_preference(void *job) {
  swift_job_run(job, (explorer_executor){.identity = NULL});
}

// MARK: Jobs that arrived

/// Makes all tasks in the queue of an actor stop before it; false if there are jobs that cannot.
static bool stop_queue(explorer_engine *engine, void *actor) {
  bool can_run_now = true;
  char *job = *(char **)((char *)actor + default_actor_first_job);
  for (; job; job = *(char **)(job + job_queue_link)) {
    if (job_kind_of(job) != job_kind_task) {
      can_run_now = false;
      continue;
    }
    uint32_t task = task_find(engine, job);
    if (task == no_task && task_is_initial(job)) task = task_adopt(engine, job, false);
    if (task == no_task || engine->records[task].is_stopped) continue;
    hop_stop_before(engine, task, (explorer_executor){.identity = actor});
  }
  return can_run_now;
}

static void take_actor(explorer_engine *engine, void *job) {
  void *actor = *(void **)((char *)job + process_job_actor);
  if (stop_queue(engine, actor)) {
    // All that the actor does now is to give its tasks back, each to a place of its own.
    run_anywhere(engine, job);
  } else {
    explorer_executor executor = {.identity = actor};
    ready_add(
        engine, job, no_task, executor_number(engine, executor), explorer_entry_job, true);
  }
}

static void take_task(explorer_engine *engine, arrival_event event) {
  void *job = event.job;
  bool is_initial = task_is_initial(job);
  uint32_t task = task_find(engine, job);
  if (task == no_task) {
    // Something resumed a task that an earlier run left behind; nobody waits for it any more.
    if (!is_initial) return;
    task = task_adopt(engine, job, false);
  }
  task_record *record = &engine->records[task];
  bool on_main = event.channel == explorer_channel_main;
  if (event.channel == explorer_channel_stop) {
    ready_add(
        engine, job, task, executor_number(engine, record->stop_target), explorer_entry_hop,
        record->stop_is_enqueued);
  } else {
    ready_add(
        engine, job, task, on_main ? explorer_executor_main : explorer_executor_concurrent,
        is_initial ? explorer_entry_start : explorer_entry_resume, on_main);
  }
}

static void add_timer(explorer_engine *engine, arrival_event event) {
  MAKE_ROOM(engine->timers, engine->timer_count, engine->timer_capacity);
  int64_t deadline;
  if (__builtin_add_overflow(engine->now, event.delay, &deadline)) deadline = INT64_MAX;
  engine->timers[engine->timer_count++] =
      (timer_entry){.job = event.job, .deadline = deadline, .serial = engine->timer_serial++};
}

static void take_event(explorer_engine *engine, arrival_event event) {
  if (event.is_timer) return add_timer(engine, event);
  uint32_t kind = job_kind_of(event.job);
  if (kind == job_kind_task) {
    take_task(engine, event);
  } else if (kind >= job_kind_actor_first && kind <= job_kind_actor_last) {
    take_actor(engine, event.job);
  } else if (kind == job_kind_nullary_continuation) {
    // The job of a yield only makes its task ready again.
    run_anywhere(engine, event.job);
  } else {
    bool on_main = event.channel == explorer_channel_main;
    ready_add(
        engine, event.job, no_task,
        on_main ? explorer_executor_main : explorer_executor_concurrent, explorer_entry_job,
        on_main);
  }
}

static void take_events(explorer_engine *engine) {
  inbox_empty(engine);
  // Jobs that only pass others on are run here, and what they enqueue is taken in the same loop.
  for (uint32_t i = 0; i < engine->event_count; i++) take_event(engine, engine->events[i]);
  engine->event_count = 0;
}

// MARK: Steps

/// Lets a task enter the executor that it stopped before, and runs it there.
///
/// The executor's own queue is not asked: nobody else is inside, because there is only this thread.
/// What is enqueued on it meanwhile comes to the ready list one by one, and not in one go behind this
/// segment.
static void run_hop(explorer_engine *engine, explorer_entry entry) {
  task_record *record = &engine->records[entry.task];
  record->is_stopped = false;
  explorer_executor target = record->stop_target;
  if (target.identity) {
    bool has_snapshot = engine->watches_effects && !target.implementation &&
                        snapshot_take(engine, target.identity);
    uint32_t step = engine->step_count - 1;
    exclusion_run(engine, entry.job, target);
    if (has_snapshot)
      engine->steps[step].is_reading = snapshot_is_same(engine, target.identity);
  } else {
    run_anywhere(engine, entry.job);
  }
}

static void run_step(explorer_engine *engine, uint32_t choice) {
  bool is_producible = engine->choices[choice].is_producible;
  uint32_t choices = engine->choice_count;
  explorer_entry entry = ready_remove(engine, engine->choice_index[choice]);
  MAKE_ROOM(engine->steps, engine->step_count, engine->step_capacity);
  engine->steps[engine->step_count++] = (explorer_step){
      .task = entry.task,
      .executor = entry.executor,
      .arrival = entry.arrival,
      .maker = entry.maker,
      .choices = choices,
      .pick = choice,
      .first_effect = engine->effect_count,
      .kind = entry.kind,
      .is_enqueued = entry.is_enqueued,
      .is_placed_late = entry.is_placed_late,
      .placer = entry.placer,
      .is_overtaking = !is_producible,
      .path = entry.path,
      .time = engine->now,
  };
  if (choices > 1) engine->choices_made++;
  atomic_fetch_add_explicit(&engine->heartbeat, 1, memory_order_relaxed);
  if (entry.task != no_task) {
    engine->records[entry.task].is_immediate = false;
    engine->records[entry.task].is_ready = false;
  }
  uint32_t step = engine->step_count - 1;
  if (engine->is_observed) observe_step(engine, &engine->steps[step]);
  int64_t start = engine->is_observed ? clock_processor_time() : 0;
  if (entry.executor) ready_place_leaving(engine, entry.executor);
  if (entry.kind == explorer_entry_hop) {
    run_hop(engine, entry);
  } else if (entry.executor == explorer_executor_main) {
    exclusion_run(engine, entry.job, engine->main);
  } else {
    run_anywhere(engine, entry.job);
  }
  if (engine->is_observed)
    engine->steps[step].processor_time = clock_processor_time() - start;
  take_events(engine);
  if (engine->watches_effects) tasks_note_cancelled(engine);
}

/// Lets time pass to the earliest deadline; all that are due then become ready together.
static bool fire_timers(explorer_engine *engine) {
  if (!engine->timer_count) return false;
  int64_t earliest = INT64_MAX;
  for (uint32_t i = 0; i < engine->timer_count; i++) {
    if (engine->timers[i].deadline < earliest) earliest = engine->timers[i].deadline;
  }
  engine->now = earliest;
  clock_set_virtual(true, earliest);
  uint32_t kept = 0, count = engine->timer_count;
  for (uint32_t i = 0; i < count; i++) {
    timer_entry timer = engine->timers[i];
    if (timer.deadline == earliest) {
      // The job of a sleep only makes its task ready; it is no task of the user.
      run_without_preference(timer.job);
    } else {
      engine->timers[kept++] = timer;
    }
  }
  engine->timer_count = kept;
  return true;
}

explorer_status explorer_advance(
    explorer_engine *engine, const uint32_t *picks, uint32_t count, bool takes_first) {
  take_events(engine);
  for (;;) {
    if (engine->is_misused) return explorer_status_misuse;
    while (!engine->ready_count) {
      if (engine->asks_before_time && engine->timer_count) return explorer_status_idle;
      if (!fire_timers(engine)) return explorer_status_quiet;
      take_events(engine);
    }
    if (engine->step_count >= engine->maximum_steps) return explorer_status_bound;
    ready_find_choices(engine);
    uint32_t pick = 0;
    if (engine->choice_count > 1) {
      if (engine->choices_made < count) {
        pick = picks[engine->choices_made];
        if (pick >= engine->choice_count) pick = 0;
      } else if (!takes_first) {
        return explorer_status_choice;
      }
    }
    run_step(engine, pick);
  }
}

void explorer_pass_time(explorer_engine *engine) {
  fire_timers(engine);
  take_events(engine);
}

const explorer_entry *explorer_choices(const explorer_engine *engine, uint32_t *count) {
  *count = engine->choice_count;
  return engine->choices;
}

void explorer_pick(explorer_engine *engine, uint32_t index) {
  run_step(engine, index < engine->choice_count ? index : 0);
}

UNINSTRUMENTED_END
