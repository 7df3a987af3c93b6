// What the files that find symbols and lines share.
#ifndef EXPLORER_SYMBOLS_INTERNAL_H
#define EXPLORER_SYMBOLS_INTERNAL_H

#include "ExplorerDebugData.h"
#include "ExplorerSymbols.h"

#include <string.h>

#if defined(__linux__) && defined(__LP64__)
#define EXPLORER_HAS_SYMBOLS 1
#else
#define EXPLORER_HAS_SYMBOLS 0
#endif

// Nothing of ours may be seen by sanitizers: it runs on the stacks of the tasks that they watch.
#ifndef UNINSTRUMENTED_BEGIN
#if __has_attribute(disable_sanitizer_instrumentation)
#define UNINSTRUMENTED_ATTRIBUTE disable_sanitizer_instrumentation
#else
#define UNINSTRUMENTED_ATTRIBUTE no_sanitize("thread")
#endif
#define UNINSTRUMENTED_PRAGMA(text) _Pragma(#text)
#define UNINSTRUMENTED_PUSH(name) \
  UNINSTRUMENTED_PRAGMA(clang attribute push(__attribute__((name)), apply_to = function))
#define UNINSTRUMENTED_BEGIN UNINSTRUMENTED_PUSH(UNINSTRUMENTED_ATTRIBUTE)
#define UNINSTRUMENTED_END _Pragma("clang attribute pop")
#endif

UNINSTRUMENTED_BEGIN

// MARK: Bytes

/// Returns a part of `bytes`, or nothing if it is not inside.
static inline explorer_bytes bytes_slice(explorer_bytes bytes, uint64_t offset, uint64_t length) {
  if (offset > bytes.length || length > bytes.length - offset) return (explorer_bytes){NULL, 0};
  return (explorer_bytes){bytes.start + offset, (size_t)length};
}

/// Copies a record out, because nothing in a file need be aligned.
static inline bool bytes_copy(explorer_bytes bytes, uint64_t offset, void *out, size_t length) {
  explorer_bytes part = bytes_slice(bytes, offset, length);
  if (!part.start) return false;
  memcpy(out, part.start, length);
  return true;
}

/// Returns the string at `offset`, or `NULL` if it does not end inside `bytes`.
static inline const char *bytes_string(explorer_bytes bytes, uint64_t offset) {
  if (offset >= bytes.length) return NULL;
  const uint8_t *start = bytes.start + offset;
  return memchr(start, 0, bytes.length - (size_t)offset) ? (const char *)start : NULL;
}

UNINSTRUMENTED_END

// MARK: Images

#if EXPLORER_HAS_SYMBOLS

#include <limits.h>
#include <sys/stat.h>

/// An image as the loader describes it.
typedef struct {
  uintptr_t base;
  /// Tells images apart that were loaded at one base, one after the other.
  uint64_t identity;
  bool is_main;
  char name[PATH_MAX];
} loaded_image;

/// Finds the executable or shared object that `address` is in.
bool explorer_loaded_image_find(uintptr_t address, loaded_image *out);

/// The debug data of an image; never freed, since locations point into it.
typedef struct symbol_image {
  struct symbol_image *next;
  uintptr_t base;
  uint64_t identity;
  char *path;
  /// Where its file was opened and how it was then; `NULL` if that was not the file loaded.
  const char *opened_path;
  struct stat opened;
  /// `NULL` if the file has none.
  explorer_functions *functions;
  explorer_lines *lines;
} symbol_image;

/// Returns the debug data of an image, reading it the first time; one caller at a time.
symbol_image *explorer_symbol_image_get(const loaded_image *loaded);

/// Whether the file can still be read: behind a new end, that would crash.
bool explorer_symbol_image_is_intact(const symbol_image *image);

#endif

#endif
