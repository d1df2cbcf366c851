// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <wayland-client-core.h>

// The receiver of libwayland's formatted log messages. Swift 6.2.3 ends with a segmentation fault for arm64 where a
// closure takes a va_list.
typedef void (*swivel_message_receiver)(const char *message);

static inline swivel_message_receiver *swivel_client_log_receiver(void) {
  static swivel_message_receiver receiver;
  return &receiver;
}
static inline void swivel_format_message(const char *format, va_list arguments) {
  char message[1024];
  vsnprintf(message, sizeof message, format, arguments);
  (*swivel_client_log_receiver())(message);
}
static inline void swivel_set_client_log_receiver(swivel_message_receiver receiver) {
  *swivel_client_log_receiver() = receiver;
  wl_log_set_handler_client(swivel_format_message);
}
