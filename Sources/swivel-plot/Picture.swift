// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Sensing

// Recordings of an accelerometer as curves, with the orientations that each judge reports below
// them.
//
// `Picture` lays out one `Panel` for each recording; a panel draws on a `PlotCanvas`, which is
// cairo and writes SVG or PNG. It is a program of its own so that `swivel` loads no drawing
// library.

/// All recordings below each other, and what the colours mean.
struct Picture {
  private static let legendHeight = 30.0

  private let panels: [Panel]

  init(_ comparison: JudgeComparison) {
    panels = comparison.parts.map(Panel.init)
  }

  /// Writes the picture; returns what went wrong, or nil.
  func write(to path: String) -> String? {
    let height = panels.reduce(Self.legendHeight) { $0 + $1.height }
    guard let canvas = PlotCanvas(path: path, width: Panel.width, height: height) else {
      return "\(path): the name ends neither in \(PlotCanvas.endings.joined(separator: " nor in "))"
    }
    var x = 12.0
    for orientation in DeviceOrientation.allCases where orientation != .unknown {
      canvas.fill(x: x, y: 9, width: 14, height: 14, PlotPalette.colour(of: orientation))
      canvas.text(orientation.name, x: x + 19, y: 20)
      x += 160
    }
    var top = Self.legendHeight
    for panel in panels {
      panel.draw(on: canvas, top: top)
      top += panel.height
    }
    return canvas.finish()
  }
}

/// The angle in the plane of the screen, for drawing only.
enum InPlane {
  /// Degrees from top edge up, -180 to 180, growing towards left edge up.
  static func degrees(_ reading: Acceleration) -> Double {
    atan2(Double(-Int64(reading.x)), Double(reading.y)) * 180 / .pi
  }
}

/// Colours that stay apart for most eyes.
enum PlotPalette {
  static let rule: PlotCanvas.Colour = (0.6, 0.6, 0.6)
  static let diagonal: PlotCanvas.Colour = (0.85, 0.85, 0.85)
  static let curve: PlotCanvas.Colour = (0.15, 0.15, 0.15)

  static func colour(of orientation: DeviceOrientation) -> PlotCanvas.Colour {
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
