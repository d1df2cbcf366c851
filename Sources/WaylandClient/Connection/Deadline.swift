// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A moment on the monotonic clock.
struct Deadline {
  private let nanoseconds: Int64

  init(in time: Duration) {
    let (seconds, attoseconds) = time.components
    // An hour is for ever here, and keeps the sums far from overflow.
    let bounded = min(max(seconds, 0), 3600)
    nanoseconds = Self.now + bounded * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000
  }

  var isOver: Bool { Self.now >= nanoseconds }

  /// The time left for `poll`, rounded up so that it does not spin at the end.
  var milliseconds: Int32 { Int32((max(nanoseconds - Self.now, 0) + 999_999) / 1_000_000) }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
