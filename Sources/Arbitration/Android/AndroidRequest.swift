// SPDX-License-Identifier: Apache-2.0

/// What an Android window asks for; raw values are the words of scenario files.
public enum AndroidRequest: String, Sendable, Hashable, CaseIterable {
  /// No say at all: the window is passed over (AN-22).
  case unset
  case unspecified
  case portrait
  case landscape
  case reversePortrait = "reverse-portrait"
  case reverseLandscape = "reverse-landscape"
  case sensor
  case fullSensor = "full-sensor"
  case sensorPortrait = "sensor-portrait"
  case sensorLandscape = "sensor-landscape"
  case user
  case fullUser = "full-user"
  case userPortrait = "user-portrait"
  case userLandscape = "user-landscape"
  case nosensor
  /// Whatever the next window below asks for (AN-21).
  case behind
  /// Whatever the display shows now (AN-10).
  case locked
}
