// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What was answered.
public enum Answer: Sendable, Hashable {
  case flag(Bool)
  case mask(OrientationMask)
  /// Nil means that nothing is preferred.
  case orientation(InterfaceOrientation?)
}
