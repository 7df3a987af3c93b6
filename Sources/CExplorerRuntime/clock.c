// Virtual time: what reads the clock on a thread that explores sees the run's time.
#define _GNU_SOURCE
#include "engine.h"

#include <time.h>

UNINSTRUMENTED_BEGIN

static _Thread_local bool is_virtual_here;
static _Thread_local int64_t virtual_now;
// Every run begins at the same moment, so that two runs of one schedule read the same times.
static const int64_t calendar_start = 1700000000;
static const int64_t uptime_start = 100000;

void clock_set_virtual(bool is_virtual, int64_t now) {
  is_virtual_here = is_virtual;
  virtual_now = now;
}

bool clock_is_seen(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t since = (int64_t)(time.tv_sec - uptime_start) * 1000000000 + time.tv_nsec;
  return is_virtual_here && since == virtual_now;
}

int64_t clock_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#if defined(__linux__)
#include <link.h>
#include <string.h>

typedef int (*clock_function)(clockid_t, struct timespec *);
static clock_function real_clock;
static uintptr_t dispatch_start, dispatch_end;

static int find_dispatch(struct dl_phdr_info *image, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!image->dlpi_name || !strstr(image->dlpi_name, "libdispatch.so")) return 0;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    if (image->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t start = image->dlpi_addr + image->dlpi_phdr[i].p_vaddr;
    if (!dispatch_start || start < dispatch_start) dispatch_start = start;
    uintptr_t end = start + image->dlpi_phdr[i].p_memsz;
    if (end > dispatch_end) dispatch_end = end;
  }
  return 1;
}

static __attribute__((noinline)) int clock_on_explorer(
    clockid_t clock, struct timespec *time, uintptr_t caller) {
  // Dispatch's own threads and timers run in real time, whoever asks for them.
  if (!dispatch_end) dl_iterate_phdr(find_dispatch, NULL);
  if (caller >= dispatch_start && caller < dispatch_end) return real_clock(clock, time);
  int64_t start;
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: start = calendar_start; break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: start = uptime_start; break;
    default: return real_clock(clock, time);
  }
  time->tv_sec = start + virtual_now / 1000000000;
  time->tv_nsec = virtual_now % 1000000000;
  return 0;
}

__attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *time) {
  if (__builtin_expect(!real_clock, 0))
    real_clock = (clock_function)original_function("clock_gettime");
  if (__builtin_expect(is_virtual_here, 0))
    return clock_on_explorer(clock, time, (uintptr_t)__builtin_return_address(0));
  return real_clock(clock, time);
}
#endif

UNINSTRUMENTED_END
