// SPDX-License-Identifier: Apache-2.0
// The loop of swift/Measurement.swift in C: wl_output.geometry and done, sixteen pairs per write,
// delivered through a listener table (libffi) or through one dispatcher function.
//
//   dispatch listeners|dispatcher PAIRS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

enum { PAIRS_PER_WRITE = 16 };

struct totals {
  uint64_t done;
  uint64_t sum;
};

static void geometry(
    void *data, struct wl_output *output, int32_t x, int32_t y, int32_t width, int32_t height,
    int32_t subpixel, const char *make, const char *model, int32_t transform) {
  struct totals *totals = data;
  totals->sum += (uint64_t)x + (uint64_t)transform;
}

static void mode(
    void *data, struct wl_output *output, uint32_t flags, int32_t width, int32_t height,
    int32_t refresh) {}

static void done(void *data, struct wl_output *output) {
  struct totals *totals = data;
  totals->done += 1;
}

static void scale(void *data, struct wl_output *output, int32_t factor) {}

static void text(void *data, struct wl_output *output, const char *text) {}

static const struct wl_output_listener listener = {
    .geometry = geometry, .mode = mode, .done = done, .scale = scale, .name = text,
    .description = text,
};

static int dispatch(
    const void *implementation, void *target, uint32_t opcode, const struct wl_message *message,
    union wl_argument *arguments) {
  struct totals *totals = wl_proxy_get_user_data(target);
  switch (opcode) {
  case 0:
    geometry(
        totals, target, arguments[0].i, arguments[1].i, arguments[2].i, arguments[3].i,
        arguments[4].i, arguments[5].s, arguments[6].s, arguments[7].i);
    break;
  case 2:
    done(totals, target);
    break;
  }
  return 0;
}

static size_t put(uint8_t *bytes, size_t at, uint32_t word) {
  memcpy(bytes + at, &word, 4);
  return at + 4;
}

static size_t put_text(uint8_t *bytes, size_t at, const char *text) {
  size_t length = strlen(text) + 1;
  at = put(bytes, at, (uint32_t)length);
  memcpy(bytes + at, text, length);
  return at + (length + 3) / 4 * 4;
}

static size_t pair(uint8_t *bytes, uint32_t object) {
  size_t at = put(bytes, 8, 0);
  const uint32_t words[] = {0, 340, 190, 0};
  for (int i = 0; i < 4; i++) at = put(bytes, at, words[i]);
  at = put_text(bytes, at, "Some Maker Inc.");
  at = put_text(bytes, at, "Panel 0123456789");
  at = put(bytes, at, 1);
  put(bytes, 0, object);
  put(bytes, 4, (uint32_t)at << 16 | 0);
  at = put(bytes, at, object);
  return put(bytes, at, 8u << 16 | 2);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  long pairs = atol(argv[2]);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return 1;
  struct wl_display *display = wl_display_connect_to_fd(sockets[0]);
  struct wl_registry *registry = wl_display_get_registry(display);
  struct wl_output *output = wl_registry_bind(registry, 1, &wl_output_interface, 4);
  struct totals totals = {0, 0};
  if (strcmp(argv[1], "listeners") == 0) {
    wl_output_add_listener(output, &listener, &totals);
  } else {
    wl_proxy_add_dispatcher((struct wl_proxy *)output, dispatch, NULL, &totals);
  }

  static uint8_t bytes[8192];
  size_t size = 0;
  uint32_t object = wl_proxy_get_id((struct wl_proxy *)output);
  for (int i = 0; i < PAIRS_PER_WRITE; i++) size += pair(bytes + size, object);

  double begin = now();
  for (long sent = 0; sent < pairs; sent += PAIRS_PER_WRITE) {
    if (write(sockets[1], bytes, size) != (ssize_t)size) return 1;
    while (wl_display_prepare_read(display) != 0) wl_display_dispatch_pending(display);
    wl_display_flush(display);
    if (wl_display_read_events(display) != 0) return 1;
    if (wl_display_dispatch_pending(display) < 0) return 1;
  }
  double time = now() - begin;
  printf("%.1f %llu %llu\n", time / (2.0 * (double)totals.done),
         (unsigned long long)totals.done, (unsigned long long)totals.sum);
  wl_output_destroy(output);
  wl_registry_destroy(registry);
  wl_display_disconnect(display);
  return 0;
}
