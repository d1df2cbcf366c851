// SPDX-License-Identifier: Apache-2.0

/// When a compositor turns an output by itself.
public enum AutoRotation: String, Sendable, Hashable, CaseIterable {
  /// It leaves the output alone.
  case never
  /// While the device is in tablet mode.
  case inTabletMode = "in-tablet-mode"
  /// Whenever there is a sensor.
  case always
}
