// Hooks: every job that the runtime enqueues on a thread that explores comes here.
#define _GNU_SOURCE
#include "engine.h"

#include <dlfcn.h>
#include <stdlib.h>

UNINSTRUMENTED_BEGIN

typedef SWIFT_CC void (*enqueue_original)(void *job);
typedef SWIFT_CC void (*enqueue_hook)(void *job, enqueue_original original);
typedef SWIFT_CC explorer_executor (*main_original)(void);
typedef SWIFT_CC explorer_executor (*main_hook)(main_original original);
typedef SWIFT_CC bool (*is_main_original)(explorer_executor executor);
typedef SWIFT_CC bool (*is_main_hook)(explorer_executor executor, is_main_original original);

extern enqueue_hook swift_task_enqueueGlobal_hook;
extern main_hook swift_task_getMainExecutor_hook;
extern is_main_hook swift_task_isMainExecutor_hook;

_Thread_local explorer_engine *explorer_current;

static enqueue_hook chained_enqueue;
static main_hook chained_main;
static is_main_hook chained_is_main;

/// Whether a job that is enqueued on this thread is the run's: a task of somebody else can be resumed
/// by code that is explored, and has to go on outside.
static bool is_ours(const explorer_engine *engine, const void *job) {
  if (job_kind_of(job) != job_kind_task) return true;
  return task_is_initial(job) || task_find(engine, job) != no_task;
}

static SWIFT_CC void enqueue_global(void *job, enqueue_original original) {
  explorer_engine *engine = explorer_current;
  if (engine && is_ours(engine, job)) {
    explorer_enqueue(engine, job, explorer_channel_ready);
  } else if (chained_enqueue) {
    chained_enqueue(job, original);
  } else {
    original(job);
  }
}

static SWIFT_CC explorer_executor main_executor(main_original original) {
  if (explorer_current) return explorer_current->main;
  return chained_main ? chained_main(original) : original();
}

static SWIFT_CC bool is_main_executor(explorer_executor executor, is_main_original original) {
  if (explorer_current && executor.identity == explorer_current->main.identity) return true;
  return chained_is_main ? chained_is_main(executor, original) : original(executor);
}

static bool is_known_runtime(void) {
  const uint32_t *layout = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const size_t *size = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskSize");
  return layout && *layout == 1 && size && *size == 208;
}

static bool is_installed;

static void install(void) {
  if (!is_known_runtime()) return;
  chained_enqueue = swift_task_enqueueGlobal_hook;
  chained_main = swift_task_getMainExecutor_hook;
  chained_is_main = swift_task_isMainExecutor_hook;
  swift_task_enqueueGlobal_hook = enqueue_global;
  swift_task_getMainExecutor_hook = main_executor;
  swift_task_isMainExecutor_hook = is_main_executor;
  is_installed = true;
}

bool explorer_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return is_installed;
}

bool explorer_is_current(const explorer_engine *engine) { return explorer_current == engine; }
bool explorer_is_exploring(void) { return explorer_current != NULL; }

UNINSTRUMENTED_END
