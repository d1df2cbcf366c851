/* SPDX-License-Identifier: Apache-2.0 */
/* A sensor: readings come as lines `x y z` (thousandths of g) out of a FIFO.
 *
 *   mkfifo /tmp/swivel-readings
 *   swivel run --sensor plugin:line-sensor &
 *   echo 1000 0 0 > /tmp/swivel-readings
 *
 * In the configuration: `plugins: [line-sensor]`. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "swivel-plugin.h"

static const swivel_host_v1 *host;
static int descriptor = -1;
static char text[256];
static size_t length;

static void say(const char *words) {
  host->log(host->context, SWIVEL_LOG_PROBLEM, words, strlen(words));
}

static int open_sensor(void *state) {
  (void)state;
  const char *path = host->option(host->context, "fifo");
  /* For reading and writing: so it does not end when a writer goes away. */
  descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    say("the FIFO cannot be opened; make it with mkfifo, or set the option fifo");
    return -2;
  }
  length = 0;
  return descriptor;
}

static int read_sensor(void *state, swivel_reading_v1 *reading) {
  (void)state;
  for (;;) {
    char *end = memchr(text, '\n', length);
    if (end) {
      *end = 0;
      int x, y, z;
      int found = sscanf(text, "%d %d %d", &x, &y, &z);
      size_t used = (size_t)(end - text) + 1;
      memmove(text, text + used, length - used);
      length -= used;
      if (found != 3) {
        say("a line without three numbers");
        continue;
      }
      reading->x = x;
      reading->y = y;
      reading->z = z;
      return 1;
    }
    if (length == sizeof text) length = 0; /* No line is as long as that. */
    ssize_t count = read(descriptor, text + length, sizeof text - length);
    if (count <= 0) return 0;
    length += (size_t)count;
  }
}

static void close_sensor(void *state) {
  (void)state;
  close(descriptor);
  descriptor = -1;
}

static const swivel_sensor_v1 sensor = {
    .size = sizeof(swivel_sensor_v1),
    .poll_milliseconds = 100,
    .open = open_sensor,
    .read = read_sensor,
    .close = close_sensor,
};

static const swivel_plugin_v1 plugin = {
    .size = sizeof(swivel_plugin_v1),
    .abi_major = SWIVEL_ABI_MAJOR,
    .abi_minor = SWIVEL_ABI_MINOR,
    .kind = SWIVEL_KIND_SENSOR,
    .id = "line-sensor",
    .sensor = &sensor,
};

const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *own_host) {
  host = own_host;
  return &plugin;
}
