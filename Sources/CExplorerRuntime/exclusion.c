// Exclusion: explorations that run in parallel do not enter one actor at the same time.
#include "engine.h"

UNINSTRUMENTED_BEGIN

// The actor's own lock cannot be used, because leaving it would run what waits there in one go. Two
// actors that share a lock here only make a thread wait for the length of a step.
enum { lock_count = 64, main_lock = 0 };
static pthread_mutex_t locks[lock_count];

static void initialize(void) {
  for (int i = 0; i < lock_count; i++) pthread_mutex_init(&locks[i], NULL);
}

static pthread_mutex_t *lock_of(const explorer_engine *engine, const void *executor) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
  // Every exploration has a main actor of its own, but what is isolated to it is shared.
  if (executor == engine->main.identity) return &locks[main_lock];
  uintptr_t mixed = ((uintptr_t)executor >> 4) * 0x9E3779B97F4A7C15ull;
  return &locks[1 + (mixed >> 32) % (lock_count - 1)];
}

void exclusion_run(explorer_engine *engine, void *job, explorer_executor executor) {
  pthread_mutex_t *lock = lock_of(engine, executor.identity);
  pthread_mutex_lock(lock);
  swift_job_run_on_serial_and_task_executor(job, executor, engine->preference);
  pthread_mutex_unlock(lock);
}

UNINSTRUMENTED_END
