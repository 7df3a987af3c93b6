// What the two halves of the line reader share: programs, which give rows, and tables of files.
#ifndef EXPLORER_SYMBOLS_LINES_H
#define EXPLORER_SYMBOLS_LINES_H

#include "symbols.h"

UNINSTRUMENTED_BEGIN

/// A place in bytes that moves on as it reads; what does not fit reads as zero and fails it.
typedef struct {
  const uint8_t *at;
  const uint8_t *end;
  bool failed;
} line_cursor;

static inline uint64_t cursor_left(const line_cursor *cursor) {
  return (uint64_t)(cursor->end - cursor->at);
}

static inline void cursor_fail(line_cursor *cursor) {
  cursor->failed = true;
  cursor->at = cursor->end;
}

static inline void cursor_skip(line_cursor *cursor, uint64_t length) {
  if (length > cursor_left(cursor)) cursor_fail(cursor);
  else cursor->at += length;
}

/// Takes a number of one to eight bytes.
static inline uint64_t cursor_number(line_cursor *cursor, size_t size) {
  if (size > 8 || size > cursor_left(cursor)) {
    cursor_fail(cursor);
    return 0;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) value |= (uint64_t)cursor->at[i] << (8 * i);
  cursor->at += size;
  return value;
}

static inline uint8_t cursor_byte(line_cursor *cursor) {
  return (uint8_t)cursor_number(cursor, 1);
}

/// Takes a LEB128 number; bits beyond the 64th are dropped.
static inline uint64_t cursor_unsigned(line_cursor *cursor) {
  uint64_t value = 0;
  for (unsigned shift = 0; cursor->at < cursor->end; shift += 7) {
    uint8_t byte = *cursor->at++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
  cursor_fail(cursor);
  return 0;
}

static inline int64_t cursor_signed(line_cursor *cursor) {
  uint64_t value = 0;
  for (unsigned shift = 0; cursor->at < cursor->end;) {
    uint8_t byte = *cursor->at++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if ((byte & 0x40) && shift < 64) value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
  }
  cursor_fail(cursor);
  return 0;
}

/// Takes a string that ends with a zero; returns `NULL` and fails if there is none.
static inline const char *cursor_string(line_cursor *cursor) {
  const uint8_t *start = cursor->at;
  const uint8_t *end = start < cursor->end ? memchr(start, 0, cursor_left(cursor)) : NULL;
  if (!end) {
    cursor_fail(cursor);
    return NULL;
  }
  cursor->at = end + 1;
  return (const char *)start;
}

/// The line table of one compiled file.
typedef struct {
  uint16_t version;
  /// The size of an offset into another section.
  uint8_t offset_size;
  uint8_t instruction_length;
  int8_t line_base;
  uint8_t line_range;
  uint8_t opcode_base;
  const uint8_t *operand_counts;
  /// Directories and files.
  line_cursor tables;
  /// Empty if this reader does not know the version.
  line_cursor program;
} line_unit;

/// Returns the path of a file in the unit's table for `free`, or `NULL` if it is unknown.
char *explorer_line_unit_path(
    const line_unit *unit, const explorer_line_sections *sections, uint32_t file);

UNINSTRUMENTED_END

#endif
