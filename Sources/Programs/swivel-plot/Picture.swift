// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Recording
import Sensing

// Recordings of accelerometers as curves, with what each judge made of them below.
//
// `Picture` lays out one `Panel` for each recording; a panel draws on a `PlotCanvas`, which is
// cairo and writes SVG or PNG. It is a program of its own so that `swivel` loads no drawing
// library.

/// All recordings below each other, and what the colours mean.
struct Picture {
  private static let legendHeight = 30.0

  private let panels: [Panel]
  private let legend: [(name: String, colour: PlotCanvas.Colour)]

  /// The angle in the plane of the screen, and the orientations that judges tell.
  init(_ comparison: JudgeComparison) {
    panels = comparison.parts.map(Panel.init)
    legend = DeviceOrientation.allCases.filter { $0 != .unknown }.map {
      ($0.name, PlotPalette.colour(of: $0))
    }
  }

  /// The angle of a laptop's hinge, and the posture that it tells.
  init(_ traces: [HingeTrace]) {
    panels = traces.map(Panel.init)
    legend = HingePosture.allCases.map { ($0.rawValue, PlotPalette.colour(of: $0)) }
  }

  /// Writes the picture; returns what went wrong, or nil.
  func write(to path: String) -> String? {
    let height = panels.reduce(Self.legendHeight) { $0 + $1.height }
    guard let canvas = PlotCanvas(path: path, width: Panel.width, height: height) else {
      return "\(path): the name ends neither in \(PlotCanvas.endings.joined(separator: " nor in "))"
    }
    var x = 12.0
    for (name, colour) in legend {
      canvas.fill(x: x, y: 9, width: 14, height: 14, colour)
      canvas.text(name, x: x + 19, y: 20)
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

extension Panel {
  fileprivate init(_ part: JudgeComparison.Part) {
    title = part.recording.name
    scale = Scale(
      range: -180...180, labels: [(90, "left up"), (0, "top up"), (-90, "right up")],
      guides: [-135, -45, 45, 135])
    curve = part.recording.readings.map {
      ($0.instant.nanoseconds, InPlane.degrees($0.acceleration))
    }
    bands = part.results.map { result in
      Band(
        name: result.judge,
        words: result.run.reports.map {
          ($0.instant.nanoseconds, PlotPalette.colour(of: $0.orientation))
        })
    }
  }

  fileprivate init(_ trace: HingeTrace) {
    let parameters = HingeParameters()
    var judge = HingeJudge(parameters: parameters)
    var words: [(nanoseconds: Int64, colour: PlotCanvas.Colour)] = []
    title = trace.name
    scale = Scale(
      range: -15...375, labels: [(0, "closed"), (180, "180°"), (360, "right round")],
      guides: [parameters.tabletAbove, parameters.laptopBelow].map { Double($0) / 10 })
    curve = trace.readings.map { reading in
      let nanoseconds = reading.instant.nanoseconds
      if let posture = judge.judge(reading.reading, at: reading.instant) {
        words.append((nanoseconds, PlotPalette.colour(of: posture)))
      }
      return (nanoseconds, judge.doubt == nil ? judge.angle.map { Double($0) / 10 } : nil)
    }
    bands = [Band(name: "posture", words: words)]
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

  static func colour(of posture: HingePosture) -> PlotCanvas.Colour {
    switch posture {
    case .closed: (0.5, 0.5, 0.5)
    case .laptop: (0.34, 0.71, 0.91)
    case .tablet: (0.9, 0.62, 0.0)
    }
  }
}
