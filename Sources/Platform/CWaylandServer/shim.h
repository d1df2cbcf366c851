// SPDX-License-Identifier: Apache-2.0
#include <wayland-server-core.h>

// Swift cannot call variadic functions, and a "%" in a message must be harmless.
static inline void swivel_resource_post_error(
    struct wl_resource *resource, uint32_t code, const char *message) {
  wl_resource_post_error(resource, code, "%s", message);
}
