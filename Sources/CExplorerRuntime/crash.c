// Writes down the schedule of a run that ends the process.
#define _GNU_SOURCE
#include "engine.h"
#include "ExplorerProgram.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif

UNINSTRUMENTED_BEGIN

enum { stack_size = 512 << 10, frame_limit = 64, explanation_seconds = 3 };

static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { trap_count = sizeof traps / sizeof *traps };

static int output = -1;
static explorer_engine *_Atomic watched;
static pthread_t watched_thread;
static _Thread_local bool is_prepared;
static _Atomic(uint64_t) ended_runs, ended_steps;
static explorer_crash_explanation explanation;
static atomic_flag is_ending = ATOMIC_FLAG_INIT;

// MARK: The line; only what a signal handler may call

typedef struct {
  char bytes[4096];
  size_t count;
} line_buffer;

static void flush(line_buffer *line) {
  explorer_program_write(output, line->bytes, line->count);
  line->count = 0;
}

static void add(line_buffer *line, char byte) {
  if (line->count == sizeof line->bytes) flush(line);
  line->bytes[line->count++] = byte;
}

static void add_number(line_buffer *line, uint64_t number) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count) add(line, digits[--count]);
}

static void write_line(const explorer_engine *engine) {
  static line_buffer line;
  add(&line, 'r');
  add_number(&line, ended_runs);
  add(&line, 's');
  add_number(&line, ended_steps + engine->step_count);
  add(&line, engine->is_all_orders ? 'P' : 'p');
  bool is_first = true;
  for (uint32_t i = 0; i < engine->step_count; i++) {
    if (engine->steps[i].choices < 2) continue;
    if (!is_first) add(&line, '.');
    is_first = false;
    add_number(&line, engine->steps[i].pick);
  }
  add(&line, '\n');
  flush(&line);
}

// MARK: The end

static void explain(explorer_engine *engine) {
  const void *frames[frame_limit];
  int count = 0;
  // From here on nothing is certain to return, and the line is already written.
  signal(SIGALRM, SIG_DFL);
  alarm(explanation_seconds);
#if HAS_BACKTRACE
  count = backtrace((void **)frames, frame_limit);
#endif
  explanation(engine, frames, (uint32_t)count);
  alarm(0);
}

static void die_of(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

static void handle(int number) {
  explorer_engine *engine = watched;
  if (!engine) return die_of(number);
  // Whoever asks the process to end wants to know what the exploring thread is at.
  if (number == SIGTERM && !pthread_equal(pthread_self(), watched_thread)) {
    pthread_kill(watched_thread, SIGTERM);
    return;
  }
  if (atomic_flag_test_and_set(&is_ending)) return die_of(number);
  write_line(engine);
  if (explanation) explain(engine);
  die_of(number);
}

static void note_exit(void) {
  explorer_engine *engine = watched;
  if (!engine || atomic_flag_test_and_set(&is_ending)) return;
  write_line(engine);
  if (explanation) explain(engine);
}

// MARK: Before

void explorer_crash_install(int descriptor) {
  output = descriptor;
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < trap_count; i++) sigaction(traps[i], &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  atexit(note_exit);
#if HAS_BACKTRACE
  // The first call loads the unwinder, which a signal handler should not.
  void *frame;
  backtrace(&frame, 1);
#endif
#if defined(__linux__)
  // A run can block for ever; whoever started the program would then leave it behind.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/// Gives this thread a stack for its handlers, and lets the signals through to it: threads of the
/// cooperative pool have them blocked, and so have the threads that they create.
static void prepare_thread(void) {
  is_prepared = true;
  void *memory = mmap(
      NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    sigaltstack(&stack, NULL);
  }
  sigset_t signals;
  sigemptyset(&signals);
  for (int i = 0; i < trap_count; i++) sigaddset(&signals, traps[i]);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

explorer_engine *explorer_crash_watch(void) {
  if (!is_prepared) prepare_thread();
  watched_thread = pthread_self();
  watched = explorer_current;
  return explorer_current;
}

void explorer_crash_count(uint64_t runs, uint64_t steps) {
  ended_runs = runs;
  ended_steps = steps;
}

void explorer_crash_note_failure(void) { explorer_program_write(output, "e\n", 2); }

void explorer_crash_stop(void) {
  kill(getpid(), SIGTERM);
  for (;;) pause();
}

void explorer_crash_explain(explorer_crash_explanation given) { explanation = given; }

UNINSTRUMENTED_END
