/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C interface of Swivel's plug-ins: policies, rule sets and sensors in shared libraries.
 *
 * A plug-in is a shared library with one exported function, swivel_plugin_entry_v1, and a manifest
 * beside it, NAME.swivel-plugin.json, which is read without running any of its code.
 *
 * Rules of the interface
 *   - Every structure begins with its size in bytes, set by whoever made it. Fields are only ever
 *     appended: read a later field only if the size covers it.
 *   - The major version is in the name of the entry function. A plug-in runs where the host's major
 *     version is the same and its minor version is not lower than the plug-in's.
 *   - Every call comes on one thread. A call has to return within its budget (the manifest's
 *     budget-microseconds, 5000 if it names none); at the third overrun a policy or a sensor is muted:
 *     it is not called any more, and what the configuration says counts.
 *   - Pointers that the host passes are valid during the call. Pointers that the plug-in returns
 *     have to stay valid for ever: a plug-in is never unloaded.
 *   - From within a call only the functions of swivel_host_v1 may be called.
 *   - The answers decide on which way up a screen is; a crash takes the host along. Whoever wants
 *     to be safe from that writes a client of the protocol swivel-rotation-v1 instead.
 *
 * It compiles as C11 and as C++17.
 */
#ifndef SWIVEL_PLUGIN_H
#define SWIVEL_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface that this header describes. */
#define SWIVEL_ABI_MAJOR 1u
#define SWIVEL_ABI_MINOR 0u

/* Makes the entry function visible when everything else is hidden. */
#if defined(__GNUC__)
#define SWIVEL_EXPORT __attribute__((visibility("default")))
#else
#define SWIVEL_EXPORT
#endif

/* How a window or a screen is shown. Landscape-left has the left edge of the device up. */
#define SWIVEL_UNKNOWN 0u
#define SWIVEL_PORTRAIT 1u
#define SWIVEL_PORTRAIT_UPSIDE_DOWN 2u
#define SWIVEL_LANDSCAPE_RIGHT 3u
#define SWIVEL_LANDSCAPE_LEFT 4u

/* A set of orientations: 1 shifted left by the orientation's number. */
#define SWIVEL_MASK_PORTRAIT 2u
#define SWIVEL_MASK_PORTRAIT_UPSIDE_DOWN 4u
#define SWIVEL_MASK_LANDSCAPE_RIGHT 8u
#define SWIVEL_MASK_LANDSCAPE_LEFT 16u
#define SWIVEL_MASK_LANDSCAPE 24u
#define SWIVEL_MASK_ALL 30u

/* What a plug-in is. */
#define SWIVEL_KIND_POLICY 1u
#define SWIVEL_KIND_RULE_SET 2u
#define SWIVEL_KIND_SENSOR 3u

/* How grave a line of the log is. */
#define SWIVEL_LOG_NOTE 0u
#define SWIVEL_LOG_PROBLEM 1u

/* What the host does for a plug-in. */
typedef struct swivel_host_v1 {
  uint32_t size;
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t reserved;
  /* To be passed to the functions below. */
  void *context;
  /* Writes a line into the host's log. More than 20 lines in ten seconds are counted, not shown. */
  void (*log)(void *context, uint32_t level, const char *utf8, size_t length);
  /* The value of an option of the manifest as text: as configured, else its default. NULL for an
   * option that the manifest does not have. Valid for ever. */
  const char *(*option)(void *context, const char *name);
  /* Policies: asks for a new decision once the call is over, since the answers have changed. */
  void (*reconsider)(void *context);
} swivel_host_v1;

/* Facts about a window. */
#define SWIVEL_WINDOW_FOCUSED 1u
#define SWIVEL_WINDOW_FULLSCREEN 2u
#define SWIVEL_WINDOW_MINIMIZED 4u
/* May stop a turn although it is not focused. */
#define SWIVEL_WINDOW_MAY_VETO 8u

/* A question to a policy: may this window turn? One is asked in each decision at most. */
typedef struct swivel_query_v1 {
  uint32_t size;
  /* The window's number; it is never given to another window. */
  int32_t window;
  /* What would be turned to; SWIVEL_UNKNOWN where nothing is proposed. */
  uint32_t proposed;
  /* How the window is shown now. */
  uint32_t current;
  /* SWIVEL_WINDOW_... */
  uint32_t flags;
  uint32_t reserved;
  /* The application's identifier; empty when unknown, never NULL. */
  const char *app_id;
} swivel_query_v1;

/* Which fields of an answer hold one; for the others the configuration answers. */
#define SWIVEL_GIVES_AUTOROTATE 1u
#define SWIVEL_GIVES_SUPPORTED 2u
#define SWIVEL_GIVES_PREFERRED 4u

/* A policy's answer. The host sets the size and clears the rest before the call. */
typedef struct swivel_answer_v1 {
  uint32_t size;
  /* SWIVEL_GIVES_... */
  uint32_t given;
  /* 1 to turn with the device, 0 to stay. */
  uint32_t autorotate;
  /* SWIVEL_MASK_...; any other bit is a fault. */
  uint32_t supported;
  /* An orientation, SWIVEL_UNKNOWN for none. */
  uint32_t preferred;
} swivel_answer_v1;

/* What calls return. Any other negative number is a fault too. */
#define SWIVEL_ANSWERED 0
#define SWIVEL_NO_OPINION 1
#define SWIVEL_FAULT (-1)

/* News for a policy; nothing is expected of it. */
#define SWIVEL_NEWS_APPEARED 1u
#define SWIVEL_NEWS_GONE 2u
#define SWIVEL_NEWS_DECIDED 3u

/* Orders to a policy: something that it has to deal with. */
#define SWIVEL_ORDER_TURNED 1u

/* A policy. confirm has to be there; the others may be NULL. */
typedef struct swivel_policy_v1 {
  uint32_t size;
  uint32_t reserved;
  /* Is asked. Returns SWIVEL_ANSWERED, SWIVEL_NO_OPINION or SWIVEL_FAULT. */
  int (*confirm)(void *state, const swivel_query_v1 *query, swivel_answer_v1 *answer);
  /* Is told: SWIVEL_NEWS_... of a window of this policy. */
  void (*advise)(void *state, uint32_t news, const swivel_query_v1 *window);
  /* Has to deal with: SWIVEL_ORDER_TURNED when its window turned; `current` is the new one. */
  void (*handle)(void *state, uint32_t order, const swivel_query_v1 *window);
} swivel_policy_v1;

/* A window as a rule set sees it, with what its policy answered. */
typedef struct swivel_window_v1 {
  uint32_t size;
  int32_t window;
  /* SWIVEL_WINDOW_... */
  uint32_t flags;
  /* How it is shown now. */
  uint32_t current;
  /* 1 if it wants to turn. */
  uint32_t autorotate;
  /* SWIVEL_MASK_... */
  uint32_t supported;
  /* SWIVEL_UNKNOWN for none. */
  uint32_t preferred;
  uint32_t reserved;
  /* Never NULL. */
  const char *app_id;
} swivel_window_v1;

/* One output and the windows shown on it, in the order in which they were made. */
typedef struct swivel_scene_v1 {
  uint32_t size;
  /* What the device asks for; SWIVEL_UNKNOWN while it is flat or has not been felt. */
  uint32_t device;
  /* How the output is shown now. */
  uint32_t current;
  /* 1 if the device has just been turned, 0 if something else is the reason to decide. */
  uint32_t turned;
  uint32_t window_count;
  /* From one window to the next in bytes; never use the size of your own structure for it. */
  uint32_t window_stride;
  const swivel_window_v1 *windows;
} swivel_scene_v1;

/* A rule set's decision. The host sets the size and clears the rest before the call. */
typedef struct swivel_decision_v1 {
  uint32_t size;
  /* How the output is to be shown; the current orientation to leave it. */
  uint32_t target;
  /* The number of the window that decided, or -1 for none. */
  int32_t decider;
  uint32_t reserved;
} swivel_decision_v1;

/* A rule set. decide is a pure function: it keeps nothing and reads no clock, so that the same
 * scene gives the same decision whenever it is asked; explanations and replay rely on that. */
typedef struct swivel_rule_set_v1 {
  uint32_t size;
  uint32_t reserved;
  /* Returns SWIVEL_ANSWERED, SWIVEL_NO_OPINION (nothing turns) or SWIVEL_FAULT. */
  int (*decide)(void *state, const swivel_scene_v1 *scene, swivel_decision_v1 *decision);
} swivel_rule_set_v1;

/* A reading. The host sets the size and clears the rest before the call. */
typedef struct swivel_reading_v1 {
  uint32_t size;
  /* Thousandths of g: x to the right edge, y to the top edge, z out of the screen. */
  int32_t x;
  int32_t y;
  int32_t z;
} swivel_reading_v1;

/* An accelerometer. */
typedef struct swivel_sensor_v1 {
  uint32_t size;
  /* How often to call read while there is no descriptor to wait for; 10 to 10000. */
  uint32_t poll_milliseconds;
  /* Opens the sensor. Returns a descriptor that is readable when there is a reading, -1 for a sensor
   * that has to be polled, or -2 when there is none. */
  int (*open)(void *state);
  /* Readings are wanted (1) or not (0). May be NULL. */
  void (*claim)(void *state, uint32_t wanted);
  /* Takes a reading. Returns 1 for a reading, 0 for none now, negative when the sensor is gone. */
  int (*read)(void *state, swivel_reading_v1 *reading);
  /* Closes it. May be NULL. */
  void (*close)(void *state);
} swivel_sensor_v1;

/* What a plug-in is made of. Of the three tables the one of its kind has to be there. */
typedef struct swivel_plugin_v1 {
  uint32_t size;
  uint32_t abi_major;
  uint32_t abi_minor;
  /* SWIVEL_KIND_... */
  uint32_t kind;
  /* As in the manifest. */
  const char *id;
  /* Passed to every function. */
  void *state;
  const swivel_policy_v1 *policy;
  const swivel_rule_set_v1 *rule_set;
  const swivel_sensor_v1 *sensor;
  /* Called once before the host ends. May be NULL. */
  void (*stop)(void *state);
} swivel_plugin_v1;

/* The one exported function. `host` stays valid for ever. NULL means that the plug-in cannot work
 * here; it should have logged why. */
SWIVEL_EXPORT const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *host);

#ifdef __cplusplus
}
#endif

#endif
