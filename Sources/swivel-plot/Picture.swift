// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing

/// All recordings below each other, and what the colours mean.
struct Picture {
  private static let legendHeight = 30.0

  let panels: [Panel]

  init(_ comparison: JudgeComparison) {
    panels = comparison.parts.map(Panel.init)
  }

  /// Writes the picture; returns what went wrong, or nil.
  func write(to path: String) -> String? {
    let height = panels.reduce(Self.legendHeight) { $0 + $1.height }
    guard let canvas = Canvas(path: path, width: Panel.width, height: height) else {
      return "\(path): the name ends neither in \(Canvas.endings.joined(separator: " nor in "))"
    }
    var x = 12.0
    for orientation in DeviceOrientation.allCases where orientation != .unknown {
      canvas.fill(x: x, y: 9, width: 14, height: 14, Palette.colour(of: orientation))
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
