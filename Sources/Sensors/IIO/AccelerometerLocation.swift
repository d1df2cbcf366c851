// SPDX-License-Identifier: Apache-2.0

/// Which half of a laptop an accelerometer is in.
public enum AccelerometerLocation: String, Hashable, Sendable {
  /// The half with the screen.
  case display
  /// The half with the keyboard, which says nothing about the screen.
  case base

  /// Reads udev's `ACCEL_LOCATION` or a label of sysfs; nil for other words.
  init?(label: String) {
    let word = label.lowercased()
    if word.hasSuffix("base") {
      self = .base
    } else if word.hasSuffix("display") || word.hasSuffix("lid") {
      self = .display
    } else {
      return nil
    }
  }
}
