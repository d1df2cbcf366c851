// SPDX-License-Identifier: Apache-2.0
package import Orientation

/// The orientation that an Android window requests; raw values are those of scenario files.
public enum AndroidRequest: String, Sendable, Hashable, CaseIterable {
  /// The window makes no request, and the walk skips it (AN-22).
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
  /// The window uses the request of the next window below (AN-21).
  case behind
  /// The window requests the rotation that the display shows now (AN-10).
  case locked
}

extension AndroidRequest {
  /// Whether the sensor decides even if the user has locked rotation (AN-12).
  package var overridesUserLock: Bool {
    switch self {
    case .sensor, .fullSensor, .sensorPortrait, .sensorLandscape: true
    default: false
    }
  }

  /// Whether the sensor decides if the user has not locked rotation (AN-12).
  package var followsSensor: Bool {
    switch self {
    case .unspecified, .user, .fullUser, .userPortrait, .userLandscape: true
    default: overridesUserLock
    }
  }

  var allowsHalfTurn: Bool { self == .fullSensor || self == .fullUser }

  var yieldsToUserLock: Bool {
    switch self {
    case .nosensor, .portrait, .landscape, .reversePortrait, .reverseLandscape: false
    default: true
    }
  }

  /// Whether the request names one rotation of its class (AN-16).
  var isFixed: Bool {
    switch self {
    case .portrait, .landscape, .reversePortrait, .reverseLandscape: true
    default: false
    }
  }

  /// The class of rotations that the request names, if any (AN-16).
  package var shape: PanelNature? {
    switch self {
    case .portrait, .reversePortrait, .sensorPortrait, .userPortrait: .portrait
    case .landscape, .reverseLandscape, .sensorLandscape, .userLandscape: .landscape
    default: nil
    }
  }

  var isReverse: Bool { self == .reversePortrait || self == .reverseLandscape }
}

extension AndroidRequest {
  /// Returns the orientations to which the request can lead while neither the user's lock nor the
  /// device's state, such as a dock, imposes one; all for `unset` and `behind`.
  func mask(on device: Device, showing current: InterfaceOrientation) -> OrientationMask {
    let panel = device.panel
    let hasHalfTurn = device.android.allowsAllRotations || allowsHalfTurn
    let rotations: [AndroidRotation] =
      switch self {
      case .unset, .behind: AndroidRotation.allCases
      case .locked: [AndroidRotation(current, on: panel)]
      case .nosensor: [.rotation0]
      case .portrait, .landscape, .reversePortrait, .reverseLandscape:
        shape.map { [AndroidRotation.standard($0, reverse: isReverse, on: device)] } ?? []
      case .unspecified, .sensor, .fullSensor, .sensorPortrait, .sensorLandscape, .user,
        .fullUser, .userPortrait, .userLandscape:
        AndroidRotation.allCases.filter { rotation in
          (shape.map { rotation.shows($0, on: panel) } ?? true)
            && (hasHalfTurn || rotation != .rotation180)
        }
      }
    return rotations.reduce(into: []) { $0.formUnion($1.orientation(on: panel).mask) }
  }
}
