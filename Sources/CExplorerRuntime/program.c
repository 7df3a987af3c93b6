// The files of a program that exists to explore.
#define _GNU_SOURCE
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

UNINSTRUMENTED_BEGIN

// Explored code could print without end.
enum { largest_file = 256 << 20 };

int explorer_program_open(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
}

bool explorer_program_write(int descriptor, const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= (size_t)written;
  }
  return true;
}

bool explorer_program_redirect(const char *path) {
  int file = explorer_program_open(path);
  if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0) return false;
  close(file);
  // A run that ends the process leaves no time to write what is buffered.
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit limit = {largest_file, largest_file};
  setrlimit(RLIMIT_FSIZE, &limit);
  return true;
}

void explorer_program_wipe(void) {
  fflush(stdout);
  // Most runs print nothing, and to ask costs less than to truncate.
  if (lseek(STDOUT_FILENO, 0, SEEK_CUR) <= 0) return;
  if (ftruncate(STDOUT_FILENO, 0) == 0) lseek(STDOUT_FILENO, 0, SEEK_SET);
}

void explorer_program_leave(int code) {
  fflush(stdout);
  _exit(code);
}

UNINSTRUMENTED_END
