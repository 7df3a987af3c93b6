// The runtime that an exploration runs on: it sees every job that Swift's concurrency runtime wants to
// run, keeps the jobs that are ready, and runs the one that it is told to.
//
// Everything here belongs to one thread per engine, except `explorer_enqueue`, which any thread may
// call. Nothing is installed before `explorer_install`.
#ifndef C_EXPLORER_RUNTIME_H
#define C_EXPLORER_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ExplorerProgram.h"
#include "ExplorerDebugData.h"
#include "ExplorerSymbols.h"

/// A reference to an executor as the runtime passes it: an object and its witness table.
typedef struct {
  void *identity;
  void *implementation;
} explorer_executor;

/// All runs of one body share an engine.
typedef struct explorer_engine explorer_engine;

/// Where a job arrived.
typedef enum {
  explorer_channel_ready = 0,
  explorer_channel_main = 1,
  explorer_channel_stop = 2,
} explorer_channel;

/// What an entry does when it is picked.
typedef enum {
  /// Starts a task.
  explorer_entry_start = 0,
  /// Goes on with a task that was suspended.
  explorer_entry_resume = 1,
  /// Lets a task enter the executor that it stopped before.
  explorer_entry_hop = 2,
  /// Runs a job that is no task, such as an isolated deinitializer.
  explorer_entry_job = 3,
} explorer_entry_kind;

/// Executors have small numbers within a run: these two, then every other in order of appearance.
enum { explorer_executor_concurrent = 0, explorer_executor_main = 1, explorer_executor_first = 2 };

/// A job that can run next.
typedef struct {
  void *job;
  /// The number of its task within the run; `UINT32_MAX` for a job that is no task.
  uint32_t task;
  /// The number of the executor that it will run on.
  uint32_t executor;
  /// Counts the entries of the run.
  uint32_t arrival;
  /// The step that made it ready.
  uint32_t maker;
  uint8_t kind;
  /// Whether it holds a place in its executor's queue, so that later ones cannot overtake it.
  bool is_enqueued;
  /// Whether it got the place only when somebody entered the executor that it came from.
  bool is_placed_late;
  /// The executor that it is still on: it leaves when it gets a place, or runs.
  uint32_t holds;
  /// Counts the places of the run.
  uint32_t place;
  /// The step that gave a place late.
  uint32_t placer;
  uint8_t priority;
  /// Whether the runtime as it is today could run it now.
  bool is_producible;
  /// Names the task across runs: derived from its parent's and the order of its siblings.
  uint64_t path;
} explorer_entry;

/// A step that was executed.
typedef struct {
  uint32_t task;
  uint32_t executor;
  uint32_t arrival;
  uint32_t maker;
  /// The entries that could have been picked, and which was.
  uint32_t choices;
  uint32_t pick;
  /// The step's effects lie from here up to the next step's.
  uint32_t first_effect;
  uint8_t kind;
  bool is_enqueued;
  bool is_placed_late;
  /// The step that gave the place late.
  uint32_t placer;
  /// Whether it overtook an entry that today's runtime would have run first.
  bool is_overtaking;
  /// Whether it ran on an actor and left its memory as it was; only where effects are watched.
  bool is_reading;
  uint64_t path;
  /// Virtual nanoseconds since the run began.
  int64_t time;
  /// Where the task went on; only in runs that are observed.
  const void *resume;
  /// Nanoseconds of processor time that the step took; only in runs that are observed.
  int64_t processor_time;
} explorer_step;

typedef enum {
  /// A job was put into the queue of an executor; the object is the executor, `value` the arrival.
  explorer_effect_enqueue = 0,
  /// A task ended; `value` is 1 if the order of its group's results can be told.
  explorer_effect_end = 1,
  /// A task was created.
  explorer_effect_create = 2,
  /// A task was cancelled.
  explorer_effect_cancel = 3,
  /// A job was made ready on the concurrent executor.
  explorer_effect_ready = 4,
} explorer_effect_kind;

/// What a step did that others can notice.
typedef struct {
  uint32_t kind;
  uint32_t object;
  uint32_t value;
} explorer_effect;

/// What is known of a task of the run.
typedef struct {
  void *task;
  uint64_t path;
  uint32_t parent;
  /// The step that created it.
  uint32_t created;
  bool has_started;
  bool has_ended;
  bool has_thrown;
  /// Its name, if it was given one; only in runs that are observed.
  const char *name;
} explorer_task_state;

/// What a suspended task waits for.
typedef enum {
  explorer_wait_unknown = 0,
  explorer_wait_task = 1,
  explorer_wait_continuation = 2,
  explorer_wait_group = 3,
} explorer_wait_kind;

/// What the engine came to.
typedef enum {
  /// There is more than one entry to pick from.
  explorer_status_choice = 0,
  /// Nothing is ready, and no timer is left.
  explorer_status_quiet = 1,
  /// The bound on the number of steps was reached.
  explorer_status_bound = 2,
  /// Nothing is ready but timers; only where the engine shall ask before time passes.
  explorer_status_idle = 3,
  /// A task was resumed that nobody waits to resume; it cannot be run on.
  explorer_status_misuse = 4,
} explorer_status;

/// A task that was resumed twice for one suspension.
typedef struct {
  uint32_t task;
  /// The step that made it ready last, and the one that resumed it when it was not suspended.
  uint32_t first, second;
} explorer_double_resume;

// MARK: Life of an engine

/// Puts the hooks in, once per process; returns false where the runtime is not one that is known.
bool explorer_install(void);
explorer_engine *explorer_create(void);
/// Names the executors: the preference of its tasks, the stand-in for the main actor's, and the one
/// that tasks wait on before a hop.
void explorer_set_executors(
    explorer_engine *engine, explorer_executor preference, explorer_executor main,
    explorer_executor stop);
/// Only when no job of any of its runs can be enqueued any more.
void explorer_destroy(explorer_engine *engine);

/// The memory of an actor's properties, if it holds all that they are.
typedef struct {
  uint32_t start, end;
} explorer_plain_range;
/// Tells the range for a class of actors, by its metadata; an empty one if there is more to them.
typedef explorer_plain_range (*explorer_plain_range_of)(const void *metadata);
void explorer_set_plain_range(explorer_engine *engine, explorer_plain_range_of range_of);

// MARK: A run

/// Forgets the last run and makes this thread explore, until `explorer_end_run`.
///
/// With `all_orders`, entries can overtake others as the language allows. With `watches_effects`,
/// steps have the tasks that they cancelled among their effects, and say whether they only read; tasks
/// are kept until the run ends.
void explorer_begin_run(
    explorer_engine *engine, uint32_t maximum_steps, bool all_orders, bool watches_effects);
void explorer_end_run(explorer_engine *engine);
/// Makes entries of all jobs that arrived, and runs steps until there is something to choose.
///
/// The first `count` choices of the run are taken from `picks`; a pick that is out of range counts as
/// zero. With `takes_first`, all later choices are zero.
explorer_status explorer_advance(
    explorer_engine *engine, const uint32_t *picks, uint32_t count, bool takes_first);
/// The entries to pick from, in order of arrival.
const explorer_entry *explorer_choices(const explorer_engine *engine, uint32_t *count);
/// Runs an entry; `index` counts within `explorer_choices`.
void explorer_pick(explorer_engine *engine, uint32_t index);

/// Lets time pass to the earliest timer.
void explorer_pass_time(explorer_engine *engine);
/// Whether runs ask before time passes, because another thread may yet give them a job.
void explorer_set_asks_before_time(explorer_engine *engine, bool asks);

/// Whether runs keep names and places for a report.
void explorer_set_observed(explorer_engine *engine, bool is_observed);
/// What a task that did not end waits for; `task` is the number of the awaited task, if it is known.
explorer_wait_kind explorer_wait_of(const explorer_engine *engine, uint32_t index, uint32_t *task);
/// The functions that wait for each other in a suspended task, the innermost first.
uint32_t explorer_async_stack(
    const explorer_engine *engine, uint32_t index, const void **frames, uint32_t capacity);
/// The class of an executor of the run, as metadata; `NULL` if it is not known.
const void *explorer_executor_type(const explorer_engine *engine, uint32_t executor);

/// The misuse that ended the run; false if there was none.
bool explorer_misuse(const explorer_engine *engine, explorer_double_resume *out);

/// Steps, and how many choices there were so far in the run.
const explorer_step *explorer_steps(const explorer_engine *engine, uint32_t *count);
const explorer_effect *explorer_effects(const explorer_engine *engine, uint32_t *count);
const explorer_task_state *explorer_tasks(const explorer_engine *engine, uint32_t *count);
/// How many tasks of the run did not end.
uint32_t explorer_left_count(const explorer_engine *engine);
/// Tells runs apart: the same tasks did the same on the same executors, or not.
uint64_t explorer_trace_hash(const explorer_engine *engine);
uint32_t explorer_choice_count(const explorer_engine *engine);
int64_t explorer_now(const explorer_engine *engine);
/// How many jobs other threads gave to the run.
uint32_t explorer_foreign_count(const explorer_engine *engine);
/// Waits until another thread gives a job to the run; false after so many milliseconds without.
bool explorer_wait_foreign(explorer_engine *engine, uint32_t milliseconds);

// MARK: What the executors call

/// Takes a job that the runtime enqueued on one of the engine's executors.
void explorer_enqueue(explorer_engine *engine, void *job, explorer_channel channel);
/// Takes a job that shall be enqueued after a delay in virtual nanoseconds.
void explorer_enqueue_later(explorer_engine *engine, void *job, int64_t delay);
/// Whether this thread explores for an engine.
bool explorer_is_current(const explorer_engine *engine);
/// Whether this thread explores for any engine.
bool explorer_is_exploring(void);

/// Tells the threads of the process apart.
uintptr_t explorer_thread(void);

/// Runs a job on a thread of its own, with a deep stack; the executor is the one that it runs on.
void explorer_run_on_new_thread(void *job, explorer_executor executor);

// MARK: Steps that block

/// Counts steps over all runs; any thread may ask.
uint64_t explorer_heartbeat(const explorer_engine *engine);
/// The stack of the thread that explores, the innermost frame first; zero if it cannot be had.
///
/// The thread is interrupted by a signal for it; one caller at a time.
uint32_t explorer_capture_stack(
    const explorer_engine *engine, const void **frames, uint32_t capacity);
/// Sleeps in real time.
void explorer_pause(uint32_t milliseconds);

// MARK: Hop stops

/// How often tasks of this thread stopped before a hop.
uint64_t explorer_stop_count(void);

#endif
