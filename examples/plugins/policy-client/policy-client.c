/* SPDX-License-Identifier: Apache-2.0 */
/* A policy in a process of its own: windows with an app id get these orientations and no others.
 *
 *   policy-client mpv landscape-left landscape-right
 *
 * It asks the daemon's socket swivel-0, not the compositor's. Start another one with the same app
 * id and it takes over; stop it and the configuration answers again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

#include "swivel-rotation-v1.h"

static struct swivel_rotation_manager_v1 *manager;
static uint32_t supported, preferred;
static int is_finished;

static void deadline(void *data, struct swivel_policy_v1 *policy, uint32_t milliseconds) {
  (void)data, (void)policy;
  printf("asked, with %u ms for an answer\n", milliseconds);
}

static void matched(void *data, struct swivel_policy_v1 *policy, uint32_t window,
                    const char *app_id, const char *title) {
  (void)data, (void)policy, (void)title;
  printf("window %u is mine (%s)\n", window, app_id);
}

static void unmatched(void *data, struct swivel_policy_v1 *policy, uint32_t window) {
  (void)data, (void)policy;
  printf("window %u is mine no longer\n", window);
}

static void query(void *data, struct swivel_policy_v1 *policy, uint32_t serial, uint32_t window,
                  uint32_t proposed, uint32_t current) {
  (void)data, (void)current;
  printf("may window %u turn to %u?\n", window, proposed);
  swivel_policy_v1_answer(policy, serial, 1, supported, preferred);
}

static void outcome(void *data, struct swivel_policy_v1 *policy, uint32_t serial, uint32_t window,
                    uint32_t source, uint32_t result, uint32_t orientation) {
  (void)data, (void)policy, (void)serial, (void)source;
  printf("window %u: result %u, now %u\n", window, result, orientation);
}

static void finished(void *data, struct swivel_policy_v1 *policy, uint32_t reason) {
  (void)data, (void)policy;
  printf("finished, reason %u\n", reason);
  is_finished = 1;
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

static void add(const char *word) {
  static const char *words[] = {"none", "portrait", "portrait-upside-down", "landscape-right",
                                "landscape-left"};
  for (uint32_t i = 1; i < 5; i++) {
    if (strcmp(word, words[i])) continue;
    supported |= 1u << i;
    if (!preferred) preferred = i;
    return;
  }
  fprintf(stderr, "policy-client: \"%s\" is no orientation\n", word);
  exit(2);
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 2; i < argc; i++) add(argv[i]);
  struct wl_display *display = argc > 2 ? wl_display_connect("swivel-0") : NULL;
  if (!display) return fprintf(stderr, "usage: policy-client APP-ID ORIENTATION...\n"), 1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  wl_display_roundtrip(display);
  if (!manager) return fprintf(stderr, "policy-client: no rotation manager\n"), 1;
  struct swivel_policy_v1 *policy =
      swivel_rotation_manager_v1_get_match_policy(manager, argv[1], NULL);
  swivel_policy_v1_add_listener(policy, &listener, NULL);
  swivel_policy_v1_set_live(policy);
  while (!is_finished && wl_display_dispatch(display) >= 0) continue;
  return is_finished ? 0 : 1;
}
