// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <time.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/signalfd.h>
#include <linux/iio/events.h>

// Declared by hand: the headers show them only under _GNU_SOURCE, which clashes with Swift's Glibc.
extern int memfd_create(const char *name, unsigned int flags);
extern int gettid(void);
static const unsigned int swivel_mfd_cloexec = 1;

// The monotonic clock in nanoseconds; it stands still while the machine is suspended. Swift's own
// clocks would link the library for concurrency, which nothing else here needs.
static inline long long swivel_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Swift does not import macros that compute.
static inline unsigned long swivel_iio_get_event_descriptor(void) { return IIO_GET_EVENT_FD_IOCTL; }
