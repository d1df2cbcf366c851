// SPDX-License-Identifier: Apache-2.0
// swift/Turner.swift in C: turns an output again and again and prints, for each turn, the transform
// and the nanoseconds from the first request to wl_output.done with that transform. A client cannot
// be faster than its compositor, so this is the compositor's own time and as little else as can be.
//
//   apply OUTPUT TURNS
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wayland-client.h>

#include "output-management.h"

enum { MOST = 16, PAUSE = 20, PATIENCE = 5000 }; // outputs and heads; milliseconds

struct output {
  struct wl_output *proxy;
  char name[64];
  int32_t pending, transform;
};

struct head {
  struct zwlr_output_head_v1 *proxy;
  struct zwlr_output_mode_v1 *mode;
  char name[64];
  int32_t x, y, transform;
  wl_fixed_t scale;
  bool enabled;
};

static struct wl_display *display;
static struct zwlr_output_manager_v1 *manager;
static struct output outputs[MOST];
static struct head heads[MOST];
static int output_count, head_count;
static uint32_t serial;
static enum { UNANSWERED, SUCCEEDED, REFUSED } answer;

static int fail(const char *reason) {
  fprintf(stderr, "error: %s\n", reason);
  return 1;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Sends, waits no longer than that for input, and delivers what comes.
static bool wait_for_input(int milliseconds) {
  while (wl_display_prepare_read(display) != 0) {
    if (wl_display_dispatch_pending(display) < 0) return false;
  }
  wl_display_flush(display);
  struct pollfd source = {wl_display_get_fd(display), POLLIN, 0};
  if (poll(&source, 1, milliseconds) > 0) {
    if (wl_display_read_events(display) != 0) return false;
  } else {
    wl_display_cancel_read(display);
  }
  return wl_display_dispatch_pending(display) >= 0;
}

static void geometry(
    void *data, struct wl_output *proxy, int32_t x, int32_t y, int32_t width, int32_t height,
    int32_t subpixel, const char *make, const char *model, int32_t transform) {
  ((struct output *)data)->pending = transform;
}

static void output_mode(
    void *data, struct wl_output *proxy, uint32_t flags, int32_t width, int32_t height,
    int32_t refresh) {}

static void output_done(void *data, struct wl_output *proxy) {
  struct output *output = data;
  output->transform = output->pending;
}

static void output_scale(void *data, struct wl_output *proxy, int32_t factor) {}

static void output_name(void *data, struct wl_output *proxy, const char *name) {
  struct output *output = data;
  snprintf(output->name, sizeof output->name, "%s", name);
}

static void output_description(void *data, struct wl_output *proxy, const char *text) {}

static const struct wl_output_listener output_listener = {
    .geometry = geometry, .mode = output_mode, .done = output_done, .scale = output_scale,
    .name = output_name, .description = output_description,
};

static void head_name(void *data, struct zwlr_output_head_v1 *proxy, const char *name) {
  struct head *head = data;
  snprintf(head->name, sizeof head->name, "%s", name);
}

static void head_text(void *data, struct zwlr_output_head_v1 *proxy, const char *text) {}

static void head_size(
    void *data, struct zwlr_output_head_v1 *proxy, int32_t width, int32_t height) {}

static void head_mode(
    void *data, struct zwlr_output_head_v1 *proxy, struct zwlr_output_mode_v1 *mode) {}

static void head_enabled(void *data, struct zwlr_output_head_v1 *proxy, int32_t enabled) {
  ((struct head *)data)->enabled = enabled != 0;
}

static void head_current_mode(
    void *data, struct zwlr_output_head_v1 *proxy, struct zwlr_output_mode_v1 *mode) {
  ((struct head *)data)->mode = mode;
}

static void head_position(void *data, struct zwlr_output_head_v1 *proxy, int32_t x, int32_t y) {
  ((struct head *)data)->x = x;
  ((struct head *)data)->y = y;
}

static void head_transform(void *data, struct zwlr_output_head_v1 *proxy, int32_t transform) {
  ((struct head *)data)->transform = transform;
}

static void head_scale(void *data, struct zwlr_output_head_v1 *proxy, wl_fixed_t scale) {
  ((struct head *)data)->scale = scale;
}

static void head_finished(void *data, struct zwlr_output_head_v1 *proxy) {}

static const struct zwlr_output_head_v1_listener head_listener = {
    .name = head_name, .description = head_text, .physical_size = head_size, .mode = head_mode,
    .enabled = head_enabled, .current_mode = head_current_mode, .position = head_position,
    .transform = head_transform, .scale = head_scale, .finished = head_finished,
    .make = head_text, .model = head_text, .serial_number = head_text,
};

static void manager_head(
    void *data, struct zwlr_output_manager_v1 *proxy, struct zwlr_output_head_v1 *head) {
  if (head_count == MOST) return;
  heads[head_count].proxy = head;
  zwlr_output_head_v1_add_listener(head, &head_listener, &heads[head_count]);
  head_count += 1;
}

static void manager_done(void *data, struct zwlr_output_manager_v1 *proxy, uint32_t number) {
  serial = number;
}

static void manager_finished(void *data, struct zwlr_output_manager_v1 *proxy) {}

static const struct zwlr_output_manager_v1_listener manager_listener = {
    .head = manager_head, .done = manager_done, .finished = manager_finished,
};

static void answered(void *data, struct zwlr_output_configuration_v1 *proxy) {
  answer = SUCCEEDED;
  zwlr_output_configuration_v1_destroy(proxy);
}

static void refused(void *data, struct zwlr_output_configuration_v1 *proxy) {
  answer = REFUSED;
  zwlr_output_configuration_v1_destroy(proxy);
}

static const struct zwlr_output_configuration_v1_listener configuration_listener = {
    .succeeded = answered, .failed = refused, .cancelled = refused,
};

static uint32_t least(uint32_t version, uint32_t most) { return version < most ? version : most; }

static void global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface,
    uint32_t version) {
  if (strcmp(interface, wl_output_interface.name) == 0 && output_count < MOST) {
    struct output *output = &outputs[output_count++];
    output->proxy = wl_registry_bind(registry, name, &wl_output_interface, least(version, 4));
    wl_output_add_listener(output->proxy, &output_listener, output);
  } else if (strcmp(interface, zwlr_output_manager_v1_interface.name) == 0) {
    // Up to version 3 there is no event that the table above lacks.
    manager =
        wl_registry_bind(registry, name, &zwlr_output_manager_v1_interface, least(version, 3));
    zwlr_output_manager_v1_add_listener(manager, &manager_listener, NULL);
  }
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {}

static const struct wl_registry_listener registry_listener = {
    .global = global, .global_remove = global_remove,
};

// The requests of Desktop.Session: all heads as they are, but for the transform of one.
static void apply(const char *name, int32_t transform) {
  struct zwlr_output_configuration_v1 *configuration =
      zwlr_output_manager_v1_create_configuration(manager, serial);
  zwlr_output_configuration_v1_add_listener(configuration, &configuration_listener, NULL);
  for (int i = 0; i < head_count; i++) {
    struct head *head = &heads[i];
    if (!head->enabled) {
      zwlr_output_configuration_v1_disable_head(configuration, head->proxy);
      continue;
    }
    struct zwlr_output_configuration_head_v1 *setting =
        zwlr_output_configuration_v1_enable_head(configuration, head->proxy);
    if (head->mode) zwlr_output_configuration_head_v1_set_mode(setting, head->mode);
    zwlr_output_configuration_head_v1_set_position(setting, head->x, head->y);
    bool turns = strcmp(head->name, name) == 0;
    zwlr_output_configuration_head_v1_set_transform(setting, turns ? transform : head->transform);
    zwlr_output_configuration_head_v1_set_scale(setting, head->scale);
    zwlr_output_configuration_head_v1_destroy(setting);
  }
  zwlr_output_configuration_v1_apply(configuration);
}

// Nanoseconds until the output's own report shows the transform; negative if it never did.
static int64_t turn(const char *name, struct output *output, int32_t transform) {
  uint32_t old_serial = serial;
  answer = UNANSWERED;
  int64_t begin = now(), deadline = begin + PATIENCE * (int64_t)1000000;
  apply(name, transform);
  while (output->transform != transform) {
    if (!wait_for_input(PATIENCE) || answer == REFUSED || now() > deadline) return -1;
  }
  int64_t time = now() - begin;
  // Not measured: what the next turn builds upon, and the frame that this one causes.
  while (answer != SUCCEEDED || serial == old_serial) {
    if (!wait_for_input(PATIENCE) || answer == REFUSED || now() > deadline) return -1;
  }
  for (int64_t end = now() + PAUSE * (int64_t)1000000; now() < end;) {
    if (!wait_for_input((int)((end - now()) / 1000000) + 1)) return -1;
  }
  return time;
}

int main(int argc, char **argv) {
  if (argc != 3) return fail("usage: apply OUTPUT TURNS");
  display = wl_display_connect(NULL);
  if (!display) return fail("there is no compositor");
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &registry_listener, NULL);
  wl_display_roundtrip(display);
  wl_display_roundtrip(display);
  struct output *output = NULL;
  for (int i = 0; i < output_count; i++) {
    if (strcmp(outputs[i].name, argv[1]) == 0) output = &outputs[i];
  }
  if (!manager || !output) return fail("no output manager, or no such output");
  long turns = atol(argv[2]);
  for (long i = 0; i < turns; i++) {
    int32_t transform = (output->transform + 1) % 4;
    int64_t time = turn(argv[1], output, transform);
    if (time < 0) return fail("a turn was refused or not confirmed");
    printf("%d %lld\n", transform, (long long)time);
  }
  wl_display_disconnect(display);
  return 0;
}
