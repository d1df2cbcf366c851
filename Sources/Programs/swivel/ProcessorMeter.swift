// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelChecker

/// How long a search kept the processor busy, whatever else the machine did meanwhile.
final class ProcessorMeter {
  private var begin: Int64 = 0
  private var end: Int64 = 0
  private var expanded = 0

  /// The processor's time from the start to the last state that was looked at, in microseconds.
  var microseconds: Int64 { end - begin }

  /// The processor's time of the process from its very start until now, in microseconds.
  var wholeMicroseconds: Int64 { Self.now }

  /// Begins to count.
  func start() { begin = Self.now }

  /// Takes note of how far the search has come; judging what was found comes later.
  func note(_ progress: CheckProgress) {
    guard progress.expanded > expanded else { return }
    expanded = progress.expanded
    end = Self.now
  }

  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
