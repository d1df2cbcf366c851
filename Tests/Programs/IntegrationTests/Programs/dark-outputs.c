// SPDX-License-Identifier: Apache-2.0
// Stands between a compositor and wlroots 0.15, whose outputs without a screen refuse to be switched
// off: they go off and come on as those of a graphics card. Newer ones can do that by themselves.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

struct wlr_output;

// What is to become of an output with the next commit, and what has become of it.
static struct {
  struct wlr_output *output;
  enum { AS_IT_IS, ON, OFF } wish;
  bool is_off;
} states[16];

static int place(struct wlr_output *output) {
  int index = 0;
  while (index < 15 && states[index].output && states[index].output != output) index++;
  states[index].output = output;
  return index;
}

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

static void update(int index, bool is_on) {
  void (*function)(struct wlr_output *, bool) = next("wlr_output_update_enabled");
  states[index].is_off = !is_on;
  function(states[index].output, is_on);
}

void wlr_output_enable(struct wlr_output *output, bool is_on) {
  states[place(output)].wish = is_on ? ON : OFF;
}

bool wlr_output_test(struct wlr_output *output) {
  int index = place(output);
  bool (*function)(struct wlr_output *) = next("wlr_output_test");
  // wlroots would say that what is off has no transform to be set.
  return states[index].wish == ON && states[index].is_off ? true : function(output);
}

bool wlr_output_commit(struct wlr_output *output) {
  int index = place(output), wish = states[index].wish;
  bool (*function)(struct wlr_output *) = next("wlr_output_commit");
  states[index].wish = AS_IT_IS;
  if (wish == ON && states[index].is_off) update(index, true);
  bool is_done = function(output);
  if (is_done && wish == OFF && !states[index].is_off) update(index, false);
  return is_done;
}

void wlr_output_rollback(struct wlr_output *output) {
  void (*function)(struct wlr_output *) = next("wlr_output_rollback");
  states[place(output)].wish = AS_IT_IS;
  function(output);
}
