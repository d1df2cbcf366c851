// SPDX-License-Identifier: Apache-2.0
// Stands between a compositor and wlroots: while there is a file `refuse` in the runtime directory, no
// output can be set to anything.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool refuses(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/refuse", getenv("XDG_RUNTIME_DIR"));
  return access(path, F_OK) == 0;
}

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

#define GUARD(name, parameters, ...)                 \
  bool name parameters {                             \
    bool(*function) parameters = next(#name);        \
    return refuses() ? false : function(__VA_ARGS__); \
  }

// wlroots 0.15
GUARD(wlr_output_test, (void *output), output)
GUARD(wlr_output_commit, (void *output), output)
// wlroots 0.17 and later
GUARD(wlr_output_test_state, (void *output, const void *state), output, state)
GUARD(wlr_output_commit_state, (void *output, const void *state), output, state)
GUARD(wlr_backend_test, (void *backend, const void *states, size_t count), backend, states, count)
GUARD(wlr_backend_commit, (void *backend, const void *states, size_t count), backend, states, count)
