/* SPDX-License-Identifier: Apache-2.0 */
/* A policy: portrait for reading, landscape only while the window fills the screen.
 *
 * In the configuration:
 *   plugins:
 *     - id: portrait-reader
 *       options: {patience: 3}
 *   windows:
 *     - app-id: org.example.reader
 *       plugin: portrait-reader */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swivel-plugin.h"

static const swivel_host_v1 *host;
static int patience;
static int turns;

static int confirm(void *state, const swivel_query_v1 *query, swivel_answer_v1 *answer) {
  (void)state;
  if (turns < patience) return SWIVEL_NO_OPINION;
  int fills = (query->flags & SWIVEL_WINDOW_FULLSCREEN) != 0;
  answer->given = SWIVEL_GIVES_SUPPORTED | SWIVEL_GIVES_PREFERRED;
  answer->supported = fills ? SWIVEL_MASK_ALL : SWIVEL_MASK_PORTRAIT;
  answer->preferred = SWIVEL_PORTRAIT;
  return SWIVEL_ANSWERED;
}

static void handle(void *state, uint32_t order, const swivel_query_v1 *window) {
  (void)state;
  if (order != SWIVEL_ORDER_TURNED) return;
  turns++;
  char line[80];
  int length = snprintf(line, sizeof line, "window %d turned, %d so far", window->window, turns);
  host->log(host->context, SWIVEL_LOG_NOTE, line, (size_t)length);
  /* From now on it answers otherwise, so it wants to be asked. */
  if (turns == patience) host->reconsider(host->context);
}

static const swivel_policy_v1 policy = {
    .size = sizeof(swivel_policy_v1),
    .confirm = confirm,
    .handle = handle,
};

static const swivel_plugin_v1 plugin = {
    .size = sizeof(swivel_plugin_v1),
    .abi_major = SWIVEL_ABI_MAJOR,
    .abi_minor = SWIVEL_ABI_MINOR,
    .kind = SWIVEL_KIND_POLICY,
    .id = "portrait-reader",
    .policy = &policy,
};

const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *own_host) {
  host = own_host;
  const char *value = host->option(host->context, "patience");
  patience = value ? atoi(value) : 0;
  return &plugin;
}
