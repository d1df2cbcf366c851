// SPDX-License-Identifier: Apache-2.0
#include "wlcs_abi.h"

// Data, not a function: Swift cannot export it.
extern const struct wlcs_abi_module wlcs_server_integration;
const struct wlcs_abi_module wlcs_server_integration = {
  .version = 1,
  .create = swivel_wlcs_create,
  .destroy = swivel_wlcs_destroy,
};
