// The tables of directories and files that start the line table of a unit.
#include "symbols_lines.h"

#if EXPLORER_HAS_SYMBOLS

#include <stdlib.h>

UNINSTRUMENTED_BEGIN

/// A file or directory; the path is `NULL` where it is kept in a form that this reader skips.
typedef struct {
  const char *path;
  uint64_t directory;
} table_entry;

// MARK: Up to version 4

/// Takes the entry with `index`, which counts from one, of a list that an empty string ends.
static table_entry take_old_entry(line_cursor *cursor, bool is_file, uint64_t index) {
  table_entry wanted = {NULL, 0};
  for (uint64_t i = 1;; i++) {
    const char *path = cursor_string(cursor);
    if (!path || !*path) return wanted;
    table_entry entry = {path, 0};
    if (is_file) {
      entry.directory = cursor_unsigned(cursor);
      cursor_unsigned(cursor);  // When it was changed.
      cursor_unsigned(cursor);  // Its length.
    }
    if (i == index) wanted = entry;
  }
}

// MARK: Version 5

enum { content_path = 1, content_directory = 2 };
enum {
  form_block2 = 0x03,
  form_block4 = 0x04,
  form_data2 = 0x05,
  form_data4 = 0x06,
  form_data8 = 0x07,
  form_string = 0x08,
  form_block = 0x09,
  form_block1 = 0x0a,
  form_data1 = 0x0b,
  form_sdata = 0x0d,
  form_strp = 0x0e,
  form_udata = 0x0f,
  form_strx = 0x1a,
  form_strp_sup = 0x1d,
  form_data16 = 0x1e,
  form_line_strp = 0x1f,
  form_strx1 = 0x25,
  form_strx2 = 0x26,
  form_strx3 = 0x27,
  form_strx4 = 0x28,
};

typedef struct {
  const char *text;
  uint64_t number;
} form_value;

static form_value take_form(
    line_cursor *cursor, uint64_t form, const line_unit *unit,
    const explorer_line_sections *sections) {
  form_value value = {NULL, 0};
  switch (form) {
    case form_string: value.text = cursor_string(cursor); break;
    case form_line_strp:
      value.text = bytes_string(sections->line_strings, cursor_number(cursor, unit->offset_size));
      break;
    case form_strp:
      value.text = bytes_string(sections->strings, cursor_number(cursor, unit->offset_size));
      break;
    case form_strp_sup: cursor_skip(cursor, unit->offset_size); break;
    case form_data1: value.number = cursor_number(cursor, 1); break;
    case form_data2: value.number = cursor_number(cursor, 2); break;
    case form_data4: value.number = cursor_number(cursor, 4); break;
    case form_data8: value.number = cursor_number(cursor, 8); break;
    case form_data16: cursor_skip(cursor, 16); break;
    case form_udata: value.number = cursor_unsigned(cursor); break;
    case form_sdata: value.number = (uint64_t)cursor_signed(cursor); break;
    case form_block: cursor_skip(cursor, cursor_unsigned(cursor)); break;
    case form_block1: cursor_skip(cursor, cursor_number(cursor, 1)); break;
    case form_block2: cursor_skip(cursor, cursor_number(cursor, 2)); break;
    case form_block4: cursor_skip(cursor, cursor_number(cursor, 4)); break;
    case form_strx: cursor_unsigned(cursor); break;
    case form_strx1: cursor_skip(cursor, 1); break;
    case form_strx2: cursor_skip(cursor, 2); break;
    case form_strx3: cursor_skip(cursor, 3); break;
    case form_strx4: cursor_skip(cursor, 4); break;
    // Its length is unknown, so what follows it cannot be read either.
    default: cursor_fail(cursor); break;
  }
  return value;
}

/// Takes a table that describes its own format, and returns the entry with `index`.
static table_entry take_table(
    line_cursor *cursor, uint64_t index, const line_unit *unit,
    const explorer_line_sections *sections) {
  table_entry wanted = {NULL, 0};
  uint8_t formats = cursor_byte(cursor);
  line_cursor format = *cursor;
  for (unsigned i = 0; i < 2u * formats; i++) cursor_unsigned(cursor);
  uint64_t count = cursor_unsigned(cursor);
  // Entries without content take no bytes: a wrong count of them would not end.
  if (!formats) return wanted;
  for (uint64_t i = 0; i < count && !cursor->failed; i++) {
    table_entry entry = {NULL, 0};
    line_cursor next = format;
    for (unsigned k = 0; k < formats; k++) {
      uint64_t content = cursor_unsigned(&next);
      form_value value = take_form(cursor, cursor_unsigned(&next), unit, sections);
      if (content == content_path) entry.path = value.text;
      if (content == content_directory) entry.directory = value.number;
    }
    if (i == index && !cursor->failed) wanted = entry;
  }
  return wanted;
}

// MARK: Paths

static char *join(const char *first, const char *second, const char *third) {
  const char *parts[] = {first, second, third};
  size_t length = 0;
  for (int i = 0; i < 3; i++) length += parts[i] ? strlen(parts[i]) + 1 : 0;
  char *joined = malloc(length + 1), *end = joined;
  if (!joined) return NULL;
  for (int i = 0; i < 3; i++) {
    if (!parts[i] || !*parts[i]) continue;
    size_t part = strlen(parts[i]);
    if (end > joined && end[-1] != '/') *end++ = '/';
    memcpy(end, parts[i], part);
    end += part;
  }
  *end = 0;
  return joined;
}

char *explorer_line_unit_path(
    const line_unit *unit, const explorer_line_sections *sections, uint32_t file) {
  line_cursor directories = unit->tables, files = unit->tables;
  table_entry entry, directory = {NULL, 0}, root = {NULL, 0};
  if (unit->version >= 5) {
    take_table(&files, 0, unit, sections);
    entry = take_table(&files, file, unit, sections);
    line_cursor again = directories;
    directory = take_table(&directories, entry.directory, unit, sections);
    // The first directory is the one that the compiler ran in; others can be relative to it.
    if (entry.directory) root = take_table(&again, 0, unit, sections);
  } else {
    take_old_entry(&files, false, 0);
    entry = take_old_entry(&files, true, file);
    // The directory that the compiler ran in, number zero, is not in this section.
    if (entry.directory) directory = take_old_entry(&directories, false, entry.directory);
  }
  if (!entry.path || !*entry.path) return NULL;
  if (*entry.path == '/') return join(entry.path, NULL, NULL);
  bool is_absolute = directory.path && *directory.path == '/';
  return join(is_absolute ? NULL : root.path, directory.path, entry.path);
}

UNINSTRUMENTED_END

#endif
