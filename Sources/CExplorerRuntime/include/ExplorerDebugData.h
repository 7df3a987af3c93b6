// Readers of ELF symbols and DWARF lines that know bytes only, no process.
//
// Internal to the runtime, which locates addresses with them; apart so that tests can feed them
// broken bytes. No bytes make them crash, loop or read out of bounds: what is malformed is unknown.
// The bytes given must stay valid and unchanged until the reader is closed.
#ifndef EXPLORER_DEBUG_DATA_H
#define EXPLORER_DEBUG_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that belong to someone else.
typedef struct {
  const uint8_t *start;
  size_t length;
} explorer_bytes;

// MARK: ELF

/// Returns the section's bytes; none if it is missing, compressed, or not inside the file.
explorer_bytes explorer_elf_section(explorer_bytes file, const char *name);

/// A function symbol; addresses are those of the file, before loading.
typedef struct {
  const char *name;
  uint64_t low;
  uint64_t high;
} explorer_function;

/// The function symbols of a file, sorted by address.
typedef struct explorer_functions explorer_functions;

/// Reads `.symtab`, or `.dynsym` in a stripped file; returns `NULL` if there are no functions.
explorer_functions *explorer_functions_open(explorer_bytes file);
bool explorer_functions_find(
    const explorer_functions *functions, uint64_t address, explorer_function *out);
/// Finds a function by the first `length` bytes of a name, which are all of its own; takes O(n).
bool explorer_functions_named(
    const explorer_functions *functions, const char *name, size_t length, explorer_function *out);
void explorer_functions_close(explorer_functions *functions);

// MARK: DWARF

/// The sections that lines are read from; the string sections may be empty.
typedef struct {
  explorer_bytes line;
  explorer_bytes line_strings;
  explorer_bytes strings;
} explorer_line_sections;

/// The line programs of a file, indexed by address.
typedef struct explorer_lines explorer_lines;

/// A line; the caller frees `file`.
typedef struct {
  char *file;
  uint32_t line;
  uint32_t column;
} explorer_line;

/// Runs all line programs of DWARF 2 to 5 once; returns `NULL` if they cover no address.
explorer_lines *explorer_lines_open(explorer_line_sections sections);

/// Finds the line of `address`, which lies in a function that covers `low ..< high`.
///
/// Code that the compiler made up has line zero. It gets the closest real line before it in the
/// function, otherwise the first one after it.
bool explorer_lines_find(
    const explorer_lines *lines, uint64_t address, uint64_t low, uint64_t high, explorer_line *out);
void explorer_lines_close(explorer_lines *lines);

#endif
