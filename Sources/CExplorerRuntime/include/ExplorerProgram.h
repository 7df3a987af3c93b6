// What only a program needs that exists to explore: it takes over standard output and signal handlers.
#ifndef EXPLORER_PROGRAM_H
#define EXPLORER_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explorer_engine;

// MARK: What the explored code prints

/// Sends standard output and standard error to a file that exists.
bool explorer_program_redirect(const char *path);
/// Wipes what was printed so far.
void explorer_program_wipe(void);
/// Opens a file that exists, to write to it; -1 if that fails.
int explorer_program_open(const char *path);
/// Writes all bytes to an open file.
bool explorer_program_write(int descriptor, const char *bytes, size_t count);
/// Ends the process at once and silently, once standard output is written.
_Noreturn void explorer_program_leave(int code);

// MARK: A run that the process does not survive

/// Sees the run that the process is about to end in, on the thread that ends it.
///
/// It can be called from a signal handler, so it may fail to return; an alarm ends the process then.
typedef void (*explorer_crash_explanation)(
    struct explorer_engine *engine, const void *const *frames, uint32_t count);

/// Makes traps, `exit` and the request to terminate leave a line in an open file.
///
/// The line is `r`, the number of runs that ended before, `s`, the number of their steps, `p`, and the
/// picks of the run, with dots between.
void explorer_crash_install(int descriptor);
/// Notes that a run is under way on this thread, and returns its engine.
struct explorer_engine *explorer_crash_watch(void);
/// Notes how many runs ended, and with how many steps.
void explorer_crash_count(uint64_t runs, uint64_t steps);
/// Leaves a line `e`, which says that the search is over and what it found is being explained.
void explorer_crash_note_failure(void);
/// Ends the process for a run that does not end.
_Noreturn void explorer_crash_stop(void);
/// Also has the run explained, once its line is written.
void explorer_crash_explain(explorer_crash_explanation explanation);

#endif
