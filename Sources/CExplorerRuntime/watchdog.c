// The watchdog: where a step stands that does not end.
#define _GNU_SOURCE
#include "engine.h"

#include <signal.h>
#include <string.h>
#include <time.h>

#if defined(__linux__) && __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#else
#define HAS_BACKTRACE 0
#endif

UNINSTRUMENTED_BEGIN

uint64_t explorer_heartbeat(const explorer_engine *engine) {
  return atomic_load_explicit(&engine->heartbeat, memory_order_relaxed);
}

void explorer_pause(uint32_t milliseconds) {
  struct timespec time = {
      .tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  nanosleep(&time, NULL);
}

#if HAS_BACKTRACE

enum { maximum_frames = 64 };
static void *captured[maximum_frames];
static atomic_int captured_count;

static void capture(int signal) {
  (void)signal;
  // Safe enough here: `backtrace` was called before, so that what it loads is loaded.
  int count = backtrace(captured, maximum_frames);
  atomic_store_explicit(&captured_count, count, memory_order_release);
}

uint32_t explorer_capture_stack(
    const explorer_engine *engine, const void **frames, uint32_t capacity) {
  void *warm[2];
  backtrace(warm, 2);
  struct sigaction ours, before;
  memset(&ours, 0, sizeof ours);
  ours.sa_handler = capture;
  ours.sa_flags = SA_RESTART;
  if (sigaction(SIGURG, &ours, &before)) return 0;
  atomic_store_explicit(&captured_count, 0, memory_order_relaxed);
  pthread_t thread = atomic_load_explicit(&engine->thread, memory_order_acquire);
  int count = 0;
  if (!pthread_kill(thread, SIGURG)) {
    for (int waited = 0; waited < 200 && !count; waited++) {
      explorer_pause(1);
      count = atomic_load_explicit(&captured_count, memory_order_acquire);
    }
  }
  sigaction(SIGURG, &before, NULL);
  // The first frames are the handler's and the kernel's.
  enum { own_frames = 2 };
  uint32_t kept = 0;
  for (int i = own_frames; i < count && kept < capacity; i++) frames[kept++] = captured[i];
  return kept;
}

#else

uint32_t explorer_capture_stack(
    const explorer_engine *engine, const void **frames, uint32_t capacity) {
  (void)engine, (void)frames, (void)capacity;
  return 0;
}

#endif

UNINSTRUMENTED_END
