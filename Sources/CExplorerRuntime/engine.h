// What the files of the runtime share.
#ifndef EXPLORER_ENGINE_H
#define EXPLORER_ENGINE_H

#include "CExplorerRuntime.h"

#include <pthread.h>
#include <stdatomic.h>

// Nothing of ours may be seen by sanitizers: it runs on the stacks of the tasks that they watch.
#define PRAGMA(text) _Pragma(#text)
#define UNINSTRUMENTED_BEGIN                                                            \
  PRAGMA(clang attribute push(__attribute__((disable_sanitizer_instrumentation)),      \
         apply_to = function))
#define UNINSTRUMENTED_END _Pragma("clang attribute pop")

#define SWIFT_CC __attribute__((swiftcall))
#define SWIFT_ASYNC_CC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define SWIFT_SELF __attribute__((swift_context))

typedef SWIFT_ASYNC_CC void (*resume_function)(ASYNC_CONTEXT void *context);
typedef SWIFT_ASYNC_CC void (*return_function)(ASYNC_CONTEXT void *context, SWIFT_SELF void *error);

enum { no_task = UINT32_MAX };

// MARK: Layouts of Swift 6.3, as the self-test confirms them

enum {
  job_queue_link = 16,
  job_flags = 32,
  job_id = 36,
  job_resume = 56,
  process_job_actor = 64,
  task_resume_context = 64,
  task_status = 96,
  task_locals = 136,
  task_dependency = 160,
  job_flag_group_child = 1 << 26,
  job_flag_async_let = 1 << 28,
  default_actor_first_job = 40,
};
enum job_kind {
  job_kind_task = 0,
  job_kind_actor_first = 192,
  job_kind_actor_last = 194,
  job_kind_nullary_continuation = 195,
};
enum { task_status_cancelled = 0x100 };

static inline uint32_t job_kind_of(const void *job) {
  return *(const uint32_t *)((const char *)job + job_flags) & 0xff;
}
static inline uint8_t job_priority_of(const void *job) {
  return (uint8_t)(*(const uint32_t *)((const char *)job + job_flags) >> 8);
}
static inline uint32_t job_id_of(const void *job) {
  return *(const uint32_t *)((const char *)job + job_id);
}
static inline resume_function *job_resume_of(void *job) {
  return (resume_function *)((char *)job + job_resume);
}

// MARK: Tables

typedef struct {
  const void *key;
  uint32_t run;
  uint32_t value;
} table_slot;

/// Numbers of things by their address, for one run at a time.
typedef struct {
  table_slot *slots;
  uint32_t mask;
  uint32_t count;
} address_table;

typedef struct {
  uint8_t channel;
  bool is_timer;
  void *job;
  int64_t delay;
} arrival_event;

typedef struct {
  void *job;
  int64_t deadline;
  uint32_t serial;
} timer_entry;

/// What is kept of a task beyond its public state.
typedef struct {
  uint32_t id;
  uint32_t children;
  resume_function first;
  return_function done;
  void *preference_record;
  /// How many task-local values of the host it was given.
  uint32_t locals;
  /// It is a child whose group tells in which order its children ended.
  bool is_ordered;
  bool was_cancelled;
  /// It is an `async let`: its memory is its parent's, and goes when the parent is done with it.
  bool is_within_parent;
  /// It has an entry in the ready list, which that step made.
  bool is_ready;
  uint32_t ready_maker;
  /// It began inside its creator's step and was not suspended yet.
  bool is_immediate;
  /// Where it wants to go, while it stands before a hop.
  bool is_stopped;
  bool stop_is_enqueued;
  /// The executor that it leaves only when it has a place in the next one's queue.
  uint32_t stop_holds;
  resume_function stop_resume;
  explorer_executor stop_target;
} task_record;

struct explorer_engine {
  explorer_executor preference, main, stop;
  uint32_t run;
  /// The task that explores, while a run goes on.
  const void *host;

  arrival_event *events;
  uint32_t event_count, event_capacity;

  explorer_entry *ready;
  uint32_t ready_count, ready_capacity, arrivals, places, enqueued_count, holding_count;
  explorer_entry *choices;
  uint32_t *choice_index;
  uint32_t choice_count, choice_capacity;

  timer_entry *timers;
  uint32_t timer_count, timer_capacity, timer_serial;
  int64_t now;

  explorer_task_state *tasks;
  task_record *records;
  uint32_t task_count, task_capacity;
  address_table task_table, executor_table;
  uint32_t executor_count;

  explorer_step *steps;
  uint32_t step_count, step_capacity, maximum_steps, choices_made;
  explorer_effect *effects;
  uint32_t effect_count, effect_capacity;
  bool is_all_orders, watches_effects;
  /// Whether a task of the run began inside its creator's step.
  bool has_immediate;

  bool is_misused;
  explorer_double_resume misuse;

  bool is_observed, asks_before_time;
  const void **executor_types;
  uint32_t executor_capacity;

  explorer_plain_range_of plain_range_of;
  explorer_plain_range *plain_ranges;
  uint32_t plain_count, plain_capacity;
  address_table plain_table;
  char *snapshot;
  uint32_t snapshot_capacity;

  /// For the watchdog: how many steps were begun, and by which thread.
  atomic_ullong heartbeat;
  _Atomic(pthread_t) thread;

  pthread_mutex_t inbox_lock;
  pthread_cond_t inbox_filled;
  arrival_event *inbox;
  uint32_t inbox_count, inbox_capacity;
  atomic_uint has_inbox;
  uint32_t foreign_count;
};

/// The engine that this thread explores for.
extern _Thread_local explorer_engine *explorer_current;

/// Makes room for one more element.
#define MAKE_ROOM(pointer, count, capacity)                                       \
  do {                                                                            \
    if ((count) == (capacity)) {                                                  \
      (capacity) = (capacity) ? (capacity) * 2 : 32;                              \
      (pointer) = explorer_resize((pointer), (capacity) * sizeof *(pointer));     \
    }                                                                             \
  } while (0)

void *explorer_resize(void *memory, size_t size);

// MARK: tables.c

void table_reset(address_table *table);
/// The number of an address in this run, or `UINT32_MAX`.
uint32_t table_find(const address_table *table, const void *key, uint32_t run);
void table_set(address_table *table, const void *key, uint32_t run, uint32_t value);
void table_free(address_table *table);

// MARK: tasks.c

/// The number of a task of this run, or `no_task`.
uint32_t task_find(const explorer_engine *engine, const void *task);
/// Takes a task in that was created in the current step, and sets it up for its first step.
uint32_t task_adopt(explorer_engine *engine, void *task, bool is_immediate);
bool task_is_initial(const void *task);
/// The function that tasks end in.
const void *task_last_step(void);
/// Notes which tasks were cancelled in the step.
void tasks_note_cancelled(explorer_engine *engine);

// MARK: locals.c

/// Gives the current task the task-local values of another one, and says how many there were.
uint32_t locals_push(const void *from);
void locals_pop(uint32_t count);
static inline const void *locals_of(const void *task) {
  return *(const void *const *)((const char *)task + task_locals);
}

// MARK: hops.c

/// Makes a task that is about to run on an actor stop before it instead.
void hop_stop_before(explorer_engine *engine, uint32_t task, explorer_executor target);
/// The number of an executor in this run.
uint32_t executor_number(explorer_engine *engine, explorer_executor executor);

// MARK: observing.c

/// Notes where a task goes on.
void observe_step(explorer_engine *engine, explorer_step *step);
void observe_name(explorer_engine *engine, uint32_t task);
void observe_forget(explorer_engine *engine);

// MARK: snapshots.c

/// Remembers the memory of the actor that a task is about to enter; false if it is not plain.
bool snapshot_take(explorer_engine *engine, const void *actor);
/// Whether the memory is what it was.
bool snapshot_is_same(const explorer_engine *engine, const void *actor);

// MARK: exclusion.c

/// Runs a job on an executor that runs one job at a time.
void exclusion_run(explorer_engine *engine, void *job, explorer_executor executor);

// MARK: ready.c

/// Gives those that are still on an executor their places elsewhere: somebody else enters it.
void ready_place_leaving(explorer_engine *engine, uint32_t executor);

// MARK: engine.c

/// Notes that a step resumed a task that nobody has to resume.
void engine_note_misuse(explorer_engine *engine, uint32_t task, uint32_t step);
void engine_add_effect(explorer_engine *engine, uint32_t kind, uint32_t object, uint32_t value);

// MARK: originals.c

/// The function of a name that would be called if there were none of ours.
void *original_function(const char *name);

// MARK: clock.c

void clock_set_virtual(bool is_virtual, int64_t now);
/// Whether code on this thread sees the virtual time: Thread Sanitizer brings a clock of its own.
bool clock_is_seen(void);
/// Nanoseconds that this thread has run.
int64_t clock_processor_time(void);

// MARK: The runtime's own functions

extern void *swift_retain(void *object);
extern void swift_release(void *object);
extern SWIFT_CC void *swift_task_getCurrent(void);
extern SWIFT_CC const char *swift_task_getCurrentTaskName(void);
extern SWIFT_CC explorer_executor swift_task_getCurrentExecutor(void);
extern SWIFT_CC void swift_job_run(void *job, explorer_executor serial);
extern SWIFT_CC void swift_job_run_on_task_executor(void *job, explorer_executor task);
extern SWIFT_CC void swift_job_run_on_serial_and_task_executor(
    void *job, explorer_executor serial, explorer_executor task);
extern SWIFT_CC void *swift_task_pushTaskExecutorPreference(explorer_executor executor);
extern SWIFT_CC void swift_task_popTaskExecutorPreference(void *record);

#endif
