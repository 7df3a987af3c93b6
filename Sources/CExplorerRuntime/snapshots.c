// Snapshots: whether a step that ran on an actor only read it.
#include "engine.h"

#include <string.h>

UNINSTRUMENTED_BEGIN

static explorer_plain_range range_of(explorer_engine *engine, const void *actor) {
  // What a class looks like is the same in every run.
  enum { every_run = 1 };
  const void *metadata = *(const void *const *)actor;
  uint32_t known = table_find(&engine->plain_table, metadata, every_run);
  if (known == UINT32_MAX) {
    known = engine->plain_count;
    MAKE_ROOM(engine->plain_ranges, engine->plain_count, engine->plain_capacity);
    engine->plain_ranges[engine->plain_count++] = engine->plain_range_of(metadata);
    table_set(&engine->plain_table, metadata, every_run, known);
  }
  return engine->plain_ranges[known];
}

bool snapshot_take(explorer_engine *engine, const void *actor) {
  if (!engine->plain_range_of) return false;
  explorer_plain_range range = range_of(engine, actor);
  if (range.start >= range.end) return false;
  uint32_t size = range.end - range.start;
  if (engine->snapshot_capacity < size) {
    engine->snapshot = explorer_resize(engine->snapshot, size);
    engine->snapshot_capacity = size;
  }
  memcpy(engine->snapshot, (const char *)actor + range.start, size);
  return true;
}

bool snapshot_is_same(const explorer_engine *engine, const void *actor) {
  const void *metadata = *(const void *const *)actor;
  enum { every_run = 1 };
  explorer_plain_range range =
      engine->plain_ranges[table_find(&engine->plain_table, metadata, every_run)];
  return !memcmp(engine->snapshot, (const char *)actor + range.start, range.end - range.start);
}

UNINSTRUMENTED_END
