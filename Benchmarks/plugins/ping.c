/* SPDX-License-Identifier: Apache-2.0 */
/* A policy client that has itself asked again and again, or never answers.
 *
 *   ping APP-ID COUNT         answers COUNT questions, then ends
 *   ping APP-ID hang          is asked and stays silent until it is ended */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

#include "swivel-rotation-v1.h"

static struct swivel_rotation_manager_v1 *manager;
static long left;
static int hangs;

static void deadline(void *data, struct swivel_policy_v1 *policy, uint32_t milliseconds) {
  (void)data, (void)policy, (void)milliseconds;
}

static void matched(void *data, struct swivel_policy_v1 *policy, uint32_t window,
                    const char *app_id, const char *title) {
  (void)data, (void)window, (void)app_id, (void)title;
  puts("matched");
  swivel_policy_v1_invalidate(policy);
}

static void unmatched(void *data, struct swivel_policy_v1 *policy, uint32_t window) {
  (void)data, (void)policy, (void)window;
}

static void query(void *data, struct swivel_policy_v1 *policy, uint32_t serial, uint32_t window,
                  uint32_t proposed, uint32_t current) {
  (void)data, (void)window, (void)proposed, (void)current;
  if (!hangs) swivel_policy_v1_answer(policy, serial, 1, 30, 0);
}

static void outcome(void *data, struct swivel_policy_v1 *policy, uint32_t serial, uint32_t window,
                    uint32_t source, uint32_t result, uint32_t orientation) {
  (void)data, (void)window, (void)source, (void)result, (void)orientation;
  if (serial && --left > 0) swivel_policy_v1_invalidate(policy);
}

static void finished(void *data, struct swivel_policy_v1 *policy, uint32_t reason) {
  (void)data, (void)policy, (void)reason;
  exit(1);
}

static const struct swivel_policy_v1_listener listener = {
    .deadline = deadline, .matched = matched, .unmatched = unmatched,
    .query = query,       .outcome = outcome, .finished = finished,
};

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                  uint32_t version) {
  (void)data, (void)version;
  if (strcmp(interface, swivel_rotation_manager_v1_interface.name) == 0)
    manager = wl_registry_bind(registry, name, &swivel_rotation_manager_v1_interface, 1);
}

static void removed(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {found, removed};

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc != 3) return 2;
  hangs = strcmp(argv[2], "hang") == 0;
  left = hangs ? 1L << 30 : atol(argv[2]);
  struct wl_display *display = wl_display_connect("swivel-0");
  if (!display) return 1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!manager) return 1;
  struct swivel_policy_v1 *policy =
      swivel_rotation_manager_v1_get_match_policy(manager, argv[1], NULL);
  swivel_policy_v1_add_listener(policy, &listener, NULL);
  swivel_policy_v1_set_live(policy);
  while (left > 0)
    if (wl_display_dispatch(display) < 0) return 1;
  return 0;
}
