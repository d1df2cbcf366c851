// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The monotonic clock by which calls of plug-ins are measured.
enum Stopwatch {
  /// Nanoseconds since some fixed moment.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
