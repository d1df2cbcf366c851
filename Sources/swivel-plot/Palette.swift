// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Colours that stay apart for most eyes.
enum Palette {
  static let rule: Canvas.Colour = (0.6, 0.6, 0.6)
  static let diagonal: Canvas.Colour = (0.85, 0.85, 0.85)
  static let curve: Canvas.Colour = (0.15, 0.15, 0.15)

  static func colour(of orientation: DeviceOrientation) -> Canvas.Colour {
    switch orientation {
    case .unknown: (1, 1, 1)
    case .portrait: (0.34, 0.71, 0.91)
    case .portraitUpsideDown: (0.0, 0.45, 0.7)
    case .landscapeLeft: (0.9, 0.62, 0.0)
    case .landscapeRight: (0.84, 0.37, 0.0)
    case .faceUp: (0.8, 0.8, 0.8)
    case .faceDown: (0.5, 0.5, 0.5)
    }
  }
}
