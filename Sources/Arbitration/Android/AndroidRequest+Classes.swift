// SPDX-License-Identifier: Apache-2.0
import Orientation

extension AndroidRequest {
  /// Whether the sensor decides even while the user has locked rotation (AN-12).
  var overridesUserLock: Bool {
    switch self {
    case .sensor, .fullSensor, .sensorPortrait, .sensorLandscape: true
    default: false
    }
  }

  /// Whether the sensor decides while the user leaves rotation free (AN-12).
  var followsSensor: Bool {
    switch self {
    case .unspecified, .user, .fullUser, .userPortrait, .userLandscape: true
    default: overridesUserLock
    }
  }

  /// Whether the sensor's half turn counts on every device (AN-13).
  var allowsHalfTurn: Bool { self == .fullSensor || self == .fullUser }

  /// Whether the user's locked rotation is proposed to it (AN-14).
  var yieldsToUserLock: Bool {
    switch self {
    case .nosensor, .portrait, .landscape, .reversePortrait, .reverseLandscape: false
    default: true
    }
  }

  /// Whether one rotation is meant, not a class of them (AN-16).
  var isFixed: Bool {
    switch self {
    case .portrait, .landscape, .reversePortrait, .reverseLandscape: true
    default: false
    }
  }

  /// The class that limits the proposal; nil where any rotation will do (AN-16).
  var shape: PanelNature? {
    switch self {
    case .portrait, .reversePortrait, .sensorPortrait, .userPortrait: .portrait
    case .landscape, .reverseLandscape, .sensorLandscape, .userLandscape: .landscape
    default: nil
    }
  }

  /// Whether the reverse rotation of its class is the default.
  var isReverse: Bool { self == .reversePortrait || self == .reverseLandscape }
}
