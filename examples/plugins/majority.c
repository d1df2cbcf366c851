/* SPDX-License-Identifier: Apache-2.0 */
/* A rule set: the shown windows vote, and the screen turns if more than half of them would.
 *
 * In the configuration: `plugins: [majority]` and `rules: plugin:majority`. */
#include "swivel-plugin.h"

static int would_turn(const swivel_window_v1 *window, uint32_t target) {
  return window->autorotate && (window->supported & (1u << target));
}

/* Nothing is kept and no clock is read: the same scene always gives the same decision. */
static int decide(void *state, const swivel_scene_v1 *scene, swivel_decision_v1 *decision) {
  (void)state;
  if (scene->device == SWIVEL_UNKNOWN) return SWIVEL_NO_OPINION;
  uint32_t ayes = 0;
  decision->decider = -1;
  for (uint32_t i = 0; i < scene->window_count; i++) {
    /* A newer host's windows can be longer than ours: the stride says where the next one is. */
    const char *place = (const char *)scene->windows + (size_t)i * scene->window_stride;
    const swivel_window_v1 *window = (const swivel_window_v1 *)(const void *)place;
    if (would_turn(window, scene->device)) ayes++;
    else if (decision->decider < 0) decision->decider = window->window;
  }
  int turns = scene->window_count == 0 || 2 * ayes > scene->window_count;
  decision->target = turns ? scene->device : scene->current;
  if (turns) decision->decider = -1;
  return SWIVEL_ANSWERED;
}

static const swivel_rule_set_v1 rule_set = {
    .size = sizeof(swivel_rule_set_v1),
    .decide = decide,
};

static const swivel_plugin_v1 plugin = {
    .size = sizeof(swivel_plugin_v1),
    .abi_major = SWIVEL_ABI_MAJOR,
    .abi_minor = SWIVEL_ABI_MINOR,
    .kind = SWIVEL_KIND_RULE_SET,
    .id = "majority",
    .rule_set = &rule_set,
};

const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *host) {
  (void)host;
  return &plugin;
}
