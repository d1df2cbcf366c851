// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Instant {
  /// Seconds with three decimals, cut off, such as `12.345`.
  var seconds: String {
    let whole = milliseconds.magnitude
    let fraction = String(whole % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds < 0 ? "-" : "")\(whole / 1000).\(zeros)\(fraction)"
  }
}
