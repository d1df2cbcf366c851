// SPDX-License-Identifier: Apache-2.0
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/signalfd.h>

// Declared by hand: <sys/mman.h> shows it only under _GNU_SOURCE, which clashes with Swift's Glibc.
extern int memfd_create(const char *name, unsigned int flags);
static const unsigned int swivel_mfd_cloexec = 1;
