// Closures that outlive the call that they were passed to.
#include "engine.h"

UNINSTRUMENTED_BEGIN

/// A Swift closure.
typedef struct {
  const void *function;
  void *context;
} closure;

// Declared in Swift, because C has no name for the type of a closure.
SWIFT_CC closure explorer_keep_closure(const void *function, void *context) {
  if (context) swift_retain(context);
  return (closure){function, context};
}

uintptr_t explorer_thread(void) { return (uintptr_t)pthread_self(); }

UNINSTRUMENTED_END
