// DWARF line programs: which source line an address belongs to.
#include "symbols_lines.h"

#if EXPLORER_HAS_SYMBOLS

#include <stdlib.h>

UNINSTRUMENTED_BEGIN

// MARK: Units

static void read_header(line_cursor body, line_unit *unit) {
  unit->version = (uint16_t)cursor_number(&body, 2);
  if (unit->version < 2 || unit->version > 5) return;
  // The sizes of an address and of a segment selector; the program states the former again.
  if (unit->version >= 5) cursor_skip(&body, 2);
  uint64_t header_length = cursor_number(&body, unit->offset_size);
  if (header_length > cursor_left(&body)) return;
  line_cursor program = {body.at + header_length, body.end, false};
  body.end = program.at;
  unit->instruction_length = cursor_byte(&body);
  // Operations per instruction: more than one only on processors that Swift does not run on.
  if (unit->version >= 4) cursor_byte(&body);
  // Whether rows are statements to begin with, which does not matter for finding lines.
  cursor_byte(&body);
  unit->line_base = (int8_t)cursor_byte(&body);
  unit->line_range = cursor_byte(&body);
  unit->opcode_base = cursor_byte(&body);
  unit->operand_counts = body.at;
  cursor_skip(&body, unit->opcode_base ? unit->opcode_base - 1u : 0);
  if (body.failed || !unit->line_range || !unit->opcode_base) return;
  unit->tables = body;
  unit->program = program;
}

/// Takes the next unit; false at the end, or where it is unknown how long a unit is.
static bool take_unit(line_cursor *section, line_unit *unit) {
  const uint64_t wide_offsets = 0xffffffff, first_reserved_length = 0xfffffff0;
  *unit = (line_unit){.offset_size = 4};
  uint64_t length = cursor_number(section, 4);
  if (length == wide_offsets) {
    unit->offset_size = 8;
    length = cursor_number(section, 8);
  } else if (length >= first_reserved_length) {
    return false;
  }
  line_cursor body = *section;
  cursor_skip(section, length);
  if (section->failed) return false;
  body.end = section->at;
  read_header(body, unit);
  return true;
}

// MARK: Rows

enum {
  opcode_extended = 0,
  opcode_copy = 1,
  opcode_advance_address = 2,
  opcode_advance_line = 3,
  opcode_set_file = 4,
  opcode_set_column = 5,
  opcode_constant_advance = 8,
  opcode_fixed_advance = 9,
};
enum { extended_end_sequence = 1, extended_set_address = 2 };

typedef struct {
  uint64_t address;
  uint32_t file;
  uint32_t line;
  uint32_t column;
} line_row;

static const line_row first_row = {.file = 1, .line = 1};

typedef enum { row_added, row_ends_sequence, row_missing } row_result;

/// Returns whether the opcode ends the sequence.
static bool run_extended(line_cursor *program, line_row *row) {
  uint64_t length = cursor_unsigned(program);
  if (!length || length > cursor_left(program)) {
    cursor_fail(program);
    return false;
  }
  line_cursor operands = {program->at, program->at + length, false};
  program->at = operands.end;
  uint8_t opcode = cursor_byte(&operands);
  if (opcode == extended_set_address) {
    uint64_t address = cursor_number(&operands, length - 1);
    if (operands.failed) cursor_fail(program);
    row->address = address;
  }
  return opcode == extended_end_sequence && !program->failed;
}

/// Runs the program up to the next row.
static row_result next_row(const line_unit *unit, line_cursor *program, line_row *row) {
  while (program->at < program->end) {
    uint8_t opcode = *program->at++;
    if (opcode >= unit->opcode_base) {
      uint32_t advance = (uint32_t)opcode - unit->opcode_base;
      row->address += (uint64_t)(advance / unit->line_range) * unit->instruction_length;
      row->line += (uint32_t)(unit->line_base + (int32_t)(advance % unit->line_range));
      return row_added;
    }
    switch (opcode) {
      case opcode_extended:
        if (run_extended(program, row)) return row_ends_sequence;
        break;
      case opcode_copy: return row_added;
      case opcode_advance_address:
        row->address += cursor_unsigned(program) * unit->instruction_length;
        break;
      case opcode_advance_line: row->line += (uint32_t)cursor_signed(program); break;
      case opcode_set_file: row->file = (uint32_t)cursor_unsigned(program); break;
      case opcode_set_column: row->column = (uint32_t)cursor_unsigned(program); break;
      case opcode_constant_advance:
        row->address +=
            (uint64_t)((255u - unit->opcode_base) / unit->line_range) * unit->instruction_length;
        break;
      case opcode_fixed_advance: row->address += cursor_number(program, 2); break;
      default:
        for (unsigned i = unit->operand_counts[opcode - 1]; i > 0; i--) cursor_unsigned(program);
        break;
    }
  }
  return row_missing;
}

// MARK: Index

/// Rows of rising addresses without a gap, usually those of one function.
typedef struct {
  uint64_t low;
  uint64_t high;
  /// Where its unit and its part of the program start in the section.
  uint32_t unit;
  uint32_t program;
} line_sequence;

struct explorer_lines {
  explorer_line_sections sections;
  size_t count;
  size_t capacity;
  line_sequence *sequences;
};

static bool add_sequence(explorer_lines *lines, line_sequence sequence) {
  // The linker leaves the lines of functions that it removed at address zero or at the very end.
  if (!sequence.low || sequence.low >= sequence.high) return true;
  if (lines->count == lines->capacity) {
    size_t capacity = lines->capacity ? lines->capacity * 2 : 1024;
    line_sequence *moved = realloc(lines->sequences, capacity * sizeof *moved);
    if (!moved) return false;
    lines->sequences = moved;
    lines->capacity = capacity;
  }
  lines->sequences[lines->count++] = sequence;
  return true;
}

static bool add_unit(explorer_lines *lines, const line_unit *unit, uint32_t offset) {
  line_cursor program = unit->program;
  line_row row = first_row;
  line_sequence sequence = {.unit = offset};
  bool is_empty = true;
  sequence.program = (uint32_t)(program.at - lines->sections.line.start);
  for (;;) {
    row_result result = next_row(unit, &program, &row);
    if (result == row_missing) return true;
    if (is_empty) sequence.low = row.address;
    is_empty = false;
    if (result == row_added) continue;
    sequence.high = row.address;
    if (!add_sequence(lines, sequence)) return false;
    sequence.program = (uint32_t)(program.at - lines->sections.line.start);
    row = first_row;
    is_empty = true;
  }
}

/// Earlier ones of the file come later among those with one address, so that they are met first:
/// the linker keeps the first copy of a function.
static int compare_sequences(const void *left, const void *right) {
  const line_sequence *a = left, *b = right;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  return a->program > b->program ? -1 : a->program < b->program;
}

explorer_lines *explorer_lines_open(explorer_line_sections sections) {
  if (!sections.line.length || sections.line.length > UINT32_MAX) return NULL;
  explorer_lines *lines = calloc(1, sizeof *lines);
  if (!lines) return NULL;
  lines->sections = sections;
  const uint8_t *start = sections.line.start;
  line_cursor section = {start, start + sections.line.length, false};
  line_unit unit;
  for (;;) {
    uint32_t offset = (uint32_t)(section.at - start);
    if (!take_unit(&section, &unit) || !add_unit(lines, &unit, offset)) break;
  }
  if (!lines->count) {
    explorer_lines_close(lines);
    return NULL;
  }
  qsort(lines->sequences, lines->count, sizeof(line_sequence), compare_sequences);
  return lines;
}

void explorer_lines_close(explorer_lines *lines) {
  if (lines) free(lines->sequences);
  free(lines);
}

// MARK: Finding

static const line_sequence *find_sequence(const explorer_lines *lines, uint64_t address) {
  // Only sequences of copies that were not kept overlap.
  enum { overlapping_copies = 32 };
  size_t low = 0, high = lines->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (lines->sequences[middle].low <= address) low = middle + 1;
    else high = middle;
  }
  for (size_t i = low; i > 0 && low - i < overlapping_copies; i--) {
    if (address < lines->sequences[i - 1].high) return &lines->sequences[i - 1];
  }
  return NULL;
}

/// Picks the row of `address`; a row with line zero if the function has no real line.
static line_row pick_row(
    const line_unit *unit, line_cursor program, uint64_t address, uint64_t low, uint64_t high) {
  line_row row = first_row, exact = {0}, nearest = {0};
  while (next_row(unit, &program, &row) == row_added) {
    if (row.address > address && (nearest.line || exact.line || row.address >= high)) break;
    if (row.address <= address) exact = row;
    if (row.line && row.address >= low && row.address < high) nearest = row;
  }
  return exact.line ? exact : nearest;
}

bool explorer_lines_find(
    const explorer_lines *lines, uint64_t address, uint64_t low, uint64_t high,
    explorer_line *out) {
  const line_sequence *sequence = find_sequence(lines, address);
  if (!sequence) return false;
  const uint8_t *start = lines->sections.line.start;
  const uint8_t *end = start + lines->sections.line.length;
  line_cursor section = {start + sequence->unit, end, false};
  line_unit unit;
  if (!take_unit(&section, &unit)) return false;
  line_cursor program = {start + sequence->program, unit.program.end, false};
  line_row row = pick_row(&unit, program, address, low, high);
  if (!row.line) return false;
  *out = (explorer_line){.line = row.line, .column = row.column};
  out->file = explorer_line_unit_path(&unit, &lines->sections, row.file);
  return out->file;
}

UNINSTRUMENTED_END

#endif
