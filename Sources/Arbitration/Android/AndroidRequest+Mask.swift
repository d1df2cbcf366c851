// SPDX-License-Identifier: Apache-2.0
import Orientation

extension AndroidRequest {
  /// The orientations in which it lets the display be while neither user nor dock decides.
  func mask(on device: Device, showing current: InterfaceOrientation) -> OrientationMask {
    let panel = device.panel
    let hasHalfTurn = device.android.allowsAllRotations || allowsHalfTurn
    let rotations: [AndroidRotation] =
      switch self {
      case .unset, .behind: AndroidRotation.allCases
      case .locked: [AndroidRotation(current, on: panel)]
      case .nosensor: [.rotation0]
      case .portrait, .landscape, .reversePortrait, .reverseLandscape:
        shape.map { [AndroidRotation.standard($0, reverse: isReverse, on: panel)] } ?? []
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
