// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Degrees clockwise as seen on the screen, -180 < angle <= 180, as SVG's `rotate` takes them.
enum Angle {
  /// How a device with its top up at 0 lies in the hands; nil when it is flat or unknown (V-1).
  static func of(_ device: DeviceOrientation) -> Int? {
    switch device {
    case .portrait: 0
    case .portraitUpsideDown: 180
    case .landscapeLeft: -90
    case .landscapeRight: 90
    case .faceUp, .faceDown, .unknown: nil
    }
  }

  /// How content is turned on a device whose top is up (V-5).
  static func of(_ interface: InterfaceOrientation) -> Int {
    switch interface {
    case .portrait, .unknown: 0
    case .portraitUpsideDown: 180
    case .landscapeRight: 90
    case .landscapeLeft: -90
    }
  }

  /// The same direction within the range.
  static func folded(_ degrees: Int) -> Int {
    let turned = ((degrees % 360) + 360) % 360
    return turned > 180 ? turned - 360 : turned
  }

  /// Half of the shorter way; a half turn goes clockwise.
  static func middle(_ from: Int, _ to: Int) -> Int {
    folded(from + folded(to - from) / 2)
  }
}
