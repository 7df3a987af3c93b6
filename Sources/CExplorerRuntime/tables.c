#include "engine.h"

#include <stdlib.h>
#include <string.h>

UNINSTRUMENTED_BEGIN

void *explorer_resize(void *memory, size_t size) {
  void *moved = realloc(memory, size);
  // There is no way to go on: a job that is lost hangs its task.
  if (!moved) abort();
  return moved;
}

static inline uint32_t slot_of(const void *key, uint32_t mask) {
  return (uint32_t)(((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15ull >> 32) & mask;
}

void table_reset(address_table *table) { table->count = 0; }

uint32_t table_find(const address_table *table, const void *key, uint32_t run) {
  if (!table->slots) return UINT32_MAX;
  for (uint32_t i = slot_of(key, table->mask);; i = (i + 1) & table->mask) {
    const table_slot *slot = &table->slots[i];
    if (slot->run != run) return UINT32_MAX;
    if (slot->key == key) return slot->value;
  }
}

static void grow(address_table *table, uint32_t run) {
  table_slot *old = table->slots;
  uint32_t size = old ? table->mask + 1 : 0;
  uint32_t larger = size ? size * 2 : 64;
  table->slots = explorer_resize(NULL, larger * sizeof *old);
  memset(table->slots, 0, larger * sizeof *old);
  table->mask = larger - 1;
  table->count = 0;
  for (uint32_t i = 0; i < size; i++) {
    if (old[i].run == run) table_set(table, old[i].key, run, old[i].value);
  }
  free(old);
}

void table_set(address_table *table, const void *key, uint32_t run, uint32_t value) {
  if (!table->slots || table->count * 2 > table->mask) grow(table, run);
  for (uint32_t i = slot_of(key, table->mask);; i = (i + 1) & table->mask) {
    table_slot *slot = &table->slots[i];
    if (slot->run == run && slot->key != key) continue;
    if (slot->run != run) table->count++;
    *slot = (table_slot){.key = key, .run = run, .value = value};
    return;
  }
}

void table_free(address_table *table) { free(table->slots); }

UNINSTRUMENTED_END
