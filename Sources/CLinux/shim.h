// SPDX-License-Identifier: Apache-2.0
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/signalfd.h>
