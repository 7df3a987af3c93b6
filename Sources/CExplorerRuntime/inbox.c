// Jobs arrive: from the thread that explores straight into its list, from others through a lock.
#define _GNU_SOURCE
#include "engine.h"

#include <errno.h>
#include <time.h>

UNINSTRUMENTED_BEGIN

static void take(explorer_engine *engine, arrival_event event) {
  if (explorer_current == engine) {
    MAKE_ROOM(engine->events, engine->event_count, engine->event_capacity);
    engine->events[engine->event_count++] = event;
    return;
  }
  pthread_mutex_lock(&engine->inbox_lock);
  MAKE_ROOM(engine->inbox, engine->inbox_count, engine->inbox_capacity);
  engine->inbox[engine->inbox_count++] = event;
  atomic_store_explicit(&engine->has_inbox, 1, memory_order_release);
  pthread_cond_signal(&engine->inbox_filled);
  pthread_mutex_unlock(&engine->inbox_lock);
}

void explorer_enqueue(explorer_engine *engine, void *job, explorer_channel channel) {
  take(engine, (arrival_event){.channel = (uint8_t)channel, .job = job});
}

void explorer_enqueue_later(explorer_engine *engine, void *job, int64_t delay) {
  // In real time, two sleeps of one length end at two times; so little apart, they are meant as one.
  const int64_t grain = 1000000;
  if (delay > 0 && delay < INT64_MAX - grain && !clock_is_seen())
    delay = (delay + grain - 1) / grain * grain;
  take(engine, (arrival_event){.is_timer = true, .job = job, .delay = delay > 0 ? delay : 0});
}

void inbox_empty(explorer_engine *engine) {
  if (!atomic_load_explicit(&engine->has_inbox, memory_order_acquire)) return;
  pthread_mutex_lock(&engine->inbox_lock);
  for (uint32_t i = 0; i < engine->inbox_count; i++) {
    MAKE_ROOM(engine->events, engine->event_count, engine->event_capacity);
    engine->events[engine->event_count++] = engine->inbox[i];
    engine->foreign_count++;
  }
  engine->inbox_count = 0;
  atomic_store_explicit(&engine->has_inbox, 0, memory_order_relaxed);
  pthread_mutex_unlock(&engine->inbox_lock);
}

bool explorer_wait_foreign(explorer_engine *engine, uint32_t milliseconds) {
  struct timespec end;
  // The condition counts in real time, and this thread's clock is virtual during a run.
  clock_set_virtual(false, 0);
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1000000000;
  end.tv_nsec %= 1000000000;
  pthread_mutex_lock(&engine->inbox_lock);
  int result = 0;
  while (!engine->inbox_count && result != ETIMEDOUT)
    result = pthread_cond_timedwait(&engine->inbox_filled, &engine->inbox_lock, &end);
  bool has_job = engine->inbox_count > 0;
  pthread_mutex_unlock(&engine->inbox_lock);
  clock_set_virtual(true, engine->now);
  return has_job;
}

UNINSTRUMENTED_END
