// SPDX-License-Identifier: Apache-2.0
#include <wayland-server-core.h>

// Swift cannot call variadic functions, and a "%" in a message must be harmless.
static inline void swivel_resource_post_error(
    struct wl_resource *resource, uint32_t code, const char *message) {
  wl_resource_post_error(resource, code, "%s", message);
}

// Swift 6.2.3 ends with a segmentation fault for arm64 where a closure takes a va_list.
static inline void swivel_drop_message(const char *format, va_list arguments) {
  (void)format;
  (void)arguments;
}
static inline void swivel_drop_server_log(void) { wl_log_set_handler_server(swivel_drop_message); }
