// Locations of addresses: what was found is kept, and one thread at a time looks.
#include "symbols.h"

#include <stdlib.h>

#if EXPLORER_HAS_SYMBOLS

#include <sched.h>
#include <stdatomic.h>

UNINSTRUMENTED_BEGIN

// MARK: Lock

// Not a mutex: the preemption of locks would make taking it a step of the task that asks. The
// thread sanitizer, which does not see this one, is told that it orders the users of the strings.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static atomic_flag lock_flag = ATOMIC_FLAG_INIT;

static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&lock_flag, memory_order_acquire)) sched_yield();
  if (__tsan_acquire) __tsan_acquire(&lock_flag);
}

static void unlock(void) {
  if (__tsan_release) __tsan_release(&lock_flag);
  atomic_flag_clear_explicit(&lock_flag, memory_order_release);
}

// MARK: Known locations

typedef struct {
  uintptr_t address;
  /// `NULL` in an empty slot.
  const symbol_image *image;
  explorer_location location;
} known_location;

/// An open hash table, at most half full.
typedef struct {
  known_location *slots;
  size_t count;
  size_t capacity;
} location_table;

/// Returns the slot that has the address, or the empty one where it belongs.
static known_location *slot_for(
    const location_table *table, uintptr_t address, const symbol_image *image) {
  size_t mask = table->capacity - 1;
  size_t i = (size_t)((address * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
  while (table->slots[i].image &&
         (table->slots[i].address != address || table->slots[i].image != image))
    i = (i + 1) & mask;
  return &table->slots[i];
}

static bool make_room(location_table *table) {
  if (table->count * 2 < table->capacity) return true;
  location_table larger = {.count = table->count};
  larger.capacity = table->capacity ? table->capacity * 2 : 256;
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (!larger.slots) return false;
  for (size_t i = 0; i < table->capacity; i++) {
    const known_location *known = &table->slots[i];
    if (known->image) *slot_for(&larger, known->address, known->image) = *known;
  }
  free(table->slots);
  *table = larger;
  return true;
}

// MARK: Locating

static explorer_location find_location(uintptr_t address, const symbol_image *image) {
  uint64_t in_file = address - image->base;
  explorer_location location = {.offset = in_file, .image = image->path};
  if (!explorer_symbol_image_is_intact(image)) return location;
  // Linkers drop symbols of code that they keep. Without one, no line of a neighbour is borrowed.
  explorer_function function = {0};
  if (image->functions && explorer_functions_find(image->functions, in_file, &function)) {
    // A copy, because the file that has the name can change in place later.
    location.function = strdup(function.name);
    location.offset = in_file - function.low;
  }
  explorer_line line;
  if (image->lines &&
      explorer_lines_find(image->lines, in_file, function.low, function.high, &line)) {
    location.file = line.file;
    location.line = line.line;
    location.column = line.column;
  }
  return location;
}

static bool locate(uintptr_t address, const loaded_image *loaded, explorer_location *out) {
  static location_table known;
  const symbol_image *image = explorer_symbol_image_get(loaded);
  if (!image || !make_room(&known)) return false;
  known_location *slot = slot_for(&known, address, image);
  if (!slot->image) {
    *slot = (known_location){address, image, find_location(address, image)};
    known.count++;
  }
  *out = slot->location;
  return true;
}

bool explorer_locate(const void *address, explorer_location *out) {
  *out = (explorer_location){0};
  loaded_image loaded;
  // Before the lock, because the loader has one of its own and calls code while it holds that.
  if (!explorer_loaded_image_find((uintptr_t)address, &loaded)) return false;
  lock();
  bool is_found = locate((uintptr_t)address, &loaded, out);
  unlock();
  return is_found;
}

/// The address of the function that a partial application of it forwards to, or zero.
static uintptr_t applied(const loaded_image *loaded, const char *name) {
  static const char suffix[] = "TA";
  size_t length = strlen(name), cut = sizeof suffix - 1;
  if (length <= cut || strcmp(name + length - cut, suffix)) return 0;
  const symbol_image *image = explorer_symbol_image_get(loaded);
  explorer_function function;
  if (!image || !image->functions || !explorer_symbol_image_is_intact(image) ||
      !explorer_functions_named(image->functions, name, length - cut, &function))
    return 0;
  return image->base + function.low;
}

bool explorer_locate_applied(const void *address, explorer_location *out) {
  loaded_image loaded;
  if (!explorer_loaded_image_find((uintptr_t)address, &loaded)) return false;
  lock();
  explorer_location forwarder;
  bool is_found = locate((uintptr_t)address, &loaded, &forwarder) && forwarder.function;
  uintptr_t function = is_found ? applied(&loaded, forwarder.function) : 0;
  is_found = function && locate(function, &loaded, out);
  unlock();
  return is_found;
}

// MARK: Demangling

extern char *swift_demangle(
    const char *mangled, size_t length, char *buffer, size_t *buffer_size, uint32_t flags);
// What the runtime prints backtraces with. It leaves out modules and argument types.
extern char *_swift_backtrace_demangle(
    const char *mangled, size_t length, char *buffer, size_t *buffer_size) __attribute__((weak));

char *explorer_demangle(const char *mangled) {
  if (!mangled) return NULL;
  size_t length = strlen(mangled);
  // It alone tells Swift names from C++ names. What only looks like one it returns as it is.
  char *full = swift_demangle(mangled, length, NULL, NULL, 0);
  if (full && !strcmp(full, mangled)) {
    free(full);
    return NULL;
  }
  if (!full || !_swift_backtrace_demangle) return full;
  char *brief = _swift_backtrace_demangle(mangled, length, NULL, NULL);
  if (!brief) return full;
  free(full);
  return brief;
}

UNINSTRUMENTED_END

#else

bool explorer_locate(const void *address, explorer_location *out) {
  (void)address;
  *out = (explorer_location){0};
  return false;
}

bool explorer_locate_applied(const void *address, explorer_location *out) {
  return explorer_locate(address, out);
}

char *explorer_demangle(const char *mangled) {
  (void)mangled;
  return NULL;
}

// The readers are part of the interface everywhere, so that tests of them compile.
explorer_bytes explorer_elf_section(explorer_bytes file, const char *name) {
  (void)file, (void)name;
  return (explorer_bytes){NULL, 0};
}

explorer_functions *explorer_functions_open(explorer_bytes file) {
  (void)file;
  return NULL;
}

bool explorer_functions_find(
    const explorer_functions *functions, uint64_t address, explorer_function *out) {
  (void)functions, (void)address, (void)out;
  return false;
}

bool explorer_functions_named(
    const explorer_functions *functions, const char *name, size_t length,
    explorer_function *out) {
  (void)functions, (void)name, (void)length, (void)out;
  return false;
}

void explorer_functions_close(explorer_functions *functions) { (void)functions; }

explorer_lines *explorer_lines_open(explorer_line_sections sections) {
  (void)sections;
  return NULL;
}

bool explorer_lines_find(
    const explorer_lines *lines, uint64_t address, uint64_t low, uint64_t high,
    explorer_line *out) {
  (void)lines, (void)address, (void)low, (void)high, (void)out;
  return false;
}

void explorer_lines_close(explorer_lines *lines) { (void)lines; }

#endif
