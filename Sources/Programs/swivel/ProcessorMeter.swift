// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelChecker

/// A meter of the processor time of a search.
final class ProcessorMeter {
  private var begin: Int64 = 0
  private var end: Int64 = 0
  private var expanded = 0

  /// The processor time from the start to the last expanded state, in microseconds.
  var microseconds: Int64 { end - begin }

  /// The processor time of the process so far, in microseconds.
  var wholeMicroseconds: Int64 { Self.now }

  /// Begins to count.
  func start() { begin = Self.now }

  /// Notes the time of the last expanded state; judging the findings afterwards is not measured.
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
