// Task-local values: a task that inherits none gets those of the task that explores.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

UNINSTRUMENTED_BEGIN

extern SWIFT_CC void swift_task_localValuePush(const void *key, void *value, const void *type);
extern SWIFT_CC void swift_task_localValuePop(void);

// MARK: Layouts

/// The words of an item in a task's list of values; the value lies behind them.
enum { item_link, item_key, item_type, item_words };
/// Bits of the link: of an item that holds no value, and of one that ends the list.
enum { link_marker = 4, link_stop = 6, link_bits = 7 };
/// Words of a type's value witnesses, which lie before its metadata.
enum { witness_copy = 2, witness_size = 8, witness_flags = 10, flag_alignment_mask = 0xff };

typedef const uintptr_t *item;
typedef void *(*copy_function)(void *to, const void *from, const void *type);

static bool holds(const item *items, uint32_t count, uintptr_t key) {
  for (uint32_t i = 0; i < count; i++) {
    if (items[i][item_key] == key) return true;
  }
  return false;
}

static void push(item value) {
  const char *type = (const char *)value[item_type];
  const uintptr_t *witnesses = ((const uintptr_t *const *)type)[-1];
  size_t size = witnesses[witness_size];
  size_t mask = witnesses[witness_flags] & flag_alignment_mask;
  const char *from = (const char *)value + ((item_words * sizeof(uintptr_t) + mask) & ~mask);
  char small[256] __attribute__((aligned(16)));
  void *copy = small;
  if (size > sizeof small || mask >= 16) {
    size_t alignment = mask >= sizeof(void *) ? mask + 1 : sizeof(void *);
    if (posix_memalign(&copy, alignment, size)) abort();
  }
  ((copy_function)witnesses[witness_copy])(copy, from, type);
  // The runtime takes the value over, so that only its memory is ours to free.
  swift_task_localValuePush((const void *)value[item_key], copy, type);
  if (copy != small) free(copy);
}

// MARK: Giving

uint32_t locals_push(const void *from) {
  enum { most = 64 };
  item items[most];
  uint32_t count = 0;
  for (item next = locals_of(from); next && count < most;) {
    uintptr_t link = next[item_link];
    if (!(link & link_marker)) {
      // What is nearer to the head hides what is behind it.
      if (!holds(items, count, next[item_key])) items[count++] = next;
    } else if ((link & link_stop) == link_stop) {
      break;
    }
    next = (item)(link & ~(uintptr_t)link_bits);
  }
  for (uint32_t i = count; i-- > 0;) push(items[i]);
  return count;
}

void locals_pop(uint32_t count) {
  for (uint32_t i = 0; i < count; i++) swift_task_localValuePop();
}

UNINSTRUMENTED_END
