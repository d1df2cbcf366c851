// SPDX-License-Identifier: Apache-2.0
// The binary interface between wlcs 1.5 and a compositor under test, declared anew from its facts:
// the order and types of the members. Names are ours.
#ifndef SWIVEL_WLCS_ABI_H
#define SWIVEL_WLCS_ABI_H

#include <stddef.h>
#include <stdint.h>

struct wl_display;
struct wl_surface;
struct wl_event_loop;

/// A pointer that the tests move; coordinates are 24.8 fixed.
struct wlcs_abi_pointer {
  uint32_t version; // 1
  void (*move_to)(struct wlcs_abi_pointer *, int32_t x, int32_t y);
  void (*move_by)(struct wlcs_abi_pointer *, int32_t dx, int32_t dy);
  void (*release)(struct wlcs_abi_pointer *, int button);
  void (*press)(struct wlcs_abi_pointer *, int button);
  void (*destroy)(struct wlcs_abi_pointer *);
  void *context; // ours
};

/// A finger. Coordinates are whole numbers here, whatever their type is called, and the calls come
/// from the thread of the test.
struct wlcs_abi_touch {
  uint32_t version; // 1
  void (*down)(struct wlcs_abi_touch *, int32_t x, int32_t y);
  void (*move)(struct wlcs_abi_touch *, int32_t x, int32_t y);
  void (*up)(struct wlcs_abi_touch *);
  void (*destroy)(struct wlcs_abi_touch *);
  void *context; // ours
};

/// A global and its version; tests of globals that are not listed are left out.
struct wlcs_abi_global {
  const char *name;
  uint32_t version;
};

struct wlcs_abi_globals {
  uint32_t version; // 1
  size_t count;
  const struct wlcs_abi_global *list;
};

/// One server. With `start` null, `start_here` is called on a thread of its own and runs until
/// `stop`; all other calls but those of touch then come through the loop that it is given.
struct wlcs_abi_server {
  uint32_t version; // 3
  void (*start)(struct wlcs_abi_server *);
  void (*stop)(struct wlcs_abi_server *);
  int (*client_socket)(struct wlcs_abi_server *);
  void (*place)(struct wlcs_abi_server *, struct wl_display *, struct wl_surface *, int x, int y);
  struct wlcs_abi_pointer *(*pointer)(struct wlcs_abi_server *);
  struct wlcs_abi_touch *(*touch)(struct wlcs_abi_server *);
  const struct wlcs_abi_globals *(*globals)(const struct wlcs_abi_server *);
  void (*start_here)(struct wlcs_abi_server *, struct wl_event_loop *);
  void *context; // ours
};

/// What wlcs looks up in the library by the name wlcs_server_integration.
struct wlcs_abi_module {
  uint32_t version; // 1
  struct wlcs_abi_server *(*create)(int argc, const char **argv);
  void (*destroy)(struct wlcs_abi_server *);
};

struct wlcs_abi_server *swivel_wlcs_create(int argc, const char **argv);
void swivel_wlcs_destroy(struct wlcs_abi_server *);

#endif
