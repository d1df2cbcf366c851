// SPDX-License-Identifier: Apache-2.0
// Stands between a program and the kernel's IIO events: whoever asks a node for its descriptor of
// events gets a pipe that lies beside the node, with ".events" behind its name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/iio/events.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int ioctl(int descriptor, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (request == IIO_GET_EVENT_FD_IOCTL) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - sizeof ".events");
    if (length < 0) return -1;
    strcpy(path + length, ".events");
    // Open at both ends, so that it never ends.
    int events = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (events < 0) return -1;
    memcpy(argument, &events, sizeof events);
    return 0;
  }
  int (*next)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
  return next(descriptor, request, argument);
}
