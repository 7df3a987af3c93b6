// Host threads: an exploration blocks its thread, so it must not be one of the cooperative pool.
#define _GNU_SOURCE
#include "engine.h"

#include <signal.h>
#include <stdlib.h>

UNINSTRUMENTED_BEGIN

typedef struct {
  void *job;
  explorer_executor executor;
} thread_start;

static void *run(void *argument) {
  thread_start start = *(thread_start *)argument;
  free(argument);
  // Threads of the pool have all signals masked, and children inherit that.
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
  swift_job_run_on_task_executor(start.job, start.executor);
  return NULL;
}

void explorer_run_on_new_thread(void *job, explorer_executor executor) {
  thread_start *start = explorer_resize(NULL, sizeof *start);
  *start = (thread_start){.job = job, .executor = executor};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)8 << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  // Without a thread the job cannot go on, and who waits for it would wait for ever.
  if (pthread_create(&thread, &attributes, run, start)) abort();
  pthread_attr_destroy(&attributes);
}

UNINSTRUMENTED_END
