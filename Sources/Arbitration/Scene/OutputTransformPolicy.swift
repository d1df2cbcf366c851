// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What an output shows that does not turn with the device.
public enum OutputTransformPolicy: Sendable, Hashable {
  /// Always this transform.
  case fixed(Transform)
  /// The transform that the output of this name is confirmed to show.
  case follow(String)
}
