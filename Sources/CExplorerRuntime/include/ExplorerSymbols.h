// Names and source lines of code addresses, for the reports of an exploration.
//
// Works on 64-bit ELF systems. Elsewhere every function answers that it does not know.
#ifndef EXPLORER_SYMBOLS_H
#define EXPLORER_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

/// Where in a program an address is; its strings live as long as the process.
typedef struct {
  /// The mangled name of the function, or `NULL` if no symbol covers the address.
  const char *function;
  /// How far the address is from the start of `function`, otherwise from that of `image`.
  uintptr_t offset;
  /// The path of the executable or shared object.
  const char *image;
  /// The path as the compiler recorded it, or `NULL` if there is no line for the address.
  const char *file;
  /// Counts from one; zero if unknown.
  uint32_t line;
  /// Counts from one in UTF-8 bytes; zero if unknown.
  uint32_t column;
} explorer_location;

/// Finds the function and line of exactly `address`; false if no loaded image contains it.
///
/// Subtract one from a return address first: it can belong to the line after the call.
///
/// Any thread may call it, but no signal handler. The first call for an image reads its symbols and
/// lines, which takes milliseconds; answers are kept. Callers are ordered by it, so a call within a
/// step can hide a data race from the thread sanitizer.
bool explorer_locate(const void *address, explorer_location *out);

/// Returns readable text for a mangled Swift name, without modules and argument types.
///
/// The caller frees the text. Returns `NULL` for a name that is not Swift's.
char *explorer_demangle(const char *mangled);

/// Finds the function that a partial application forwards to, which has no line of its own.
bool explorer_locate_applied(const void *address, explorer_location *out);

#endif
