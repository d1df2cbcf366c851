// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/signalfd.h>
#include <linux/iio/events.h>

// Declared by hand: <sys/mman.h> shows it only under _GNU_SOURCE, which clashes with Swift's Glibc.
extern int memfd_create(const char *name, unsigned int flags);
static const unsigned int swivel_mfd_cloexec = 1;

// Swift does not import macros that compute.
static inline unsigned long swivel_iio_get_event_descriptor(void) { return IIO_GET_EVENT_FD_IOCTL; }
