// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Judging
import Orientation
public import Recording
import Sensing

/// Sensor recordings as one SVG picture: the angle over time, and the reported values below.
public struct JudgePlot {
  private static let legendHeight = 30.0

  private let panels: [PlotPanel]
  private let legend: [PlotPanel.Value]

  /// Creates a plot of the angle in the plane of the screen and of the orientations of each judge.
  public init(_ comparison: JudgeComparison) {
    panels = comparison.parts.map(PlotPanel.init)
    legend = DeviceOrientation.allCases.filter { $0 != .unknown }.map(PlotPanel.Value.init)
  }

  /// Creates a plot of a hinge's angle and of the postures that `HingeJudge` reports.
  public init(_ traces: [HingeTrace]) {
    panels = traces.map(PlotPanel.init)
    legend = HingePosture.allCases.map(PlotPanel.Value.init)
  }

  /// A complete, self-contained SVG document.
  public var svg: String {
    let (width, height) = (PlotPanel.width, panels.reduce(Self.legendHeight) { $0 + $1.height })
    let title = panels.map { Markup.name($0.title, columns: 100) }.joined(separator: ", ")
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
    text += "viewBox=\"0 0 \(width) \(height)\" role=\"img\"><title>\(title)</title>"
    text += "<style>text{font:12px sans-serif;fill:#1a1a1a}path{fill:none;stroke-width:.5}"
    text += ".rule{stroke:#999}.diagonal{stroke:#d9d9d9}.curve{stroke:#262626;stroke-width:1.2}"
    text += "</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    for (index, value) in legend.enumerated() {
      let x = 12 + 160 * index
      text += "<rect x=\"\(x)\" y=\"9\" width=\"14\" height=\"14\" fill=\"\(value.colour)\"/>"
      text += "<text x=\"\(x + 19)\" y=\"20\">\(value.name)</text>\n"
    }
    var top = Self.legendHeight
    for panel in panels {
      text += panel.svg(top: top)
      top += panel.height
    }
    return text + "</svg>\n"
  }
}

extension PlotPanel {
  fileprivate init(_ part: JudgeComparison.Part) {
    title = part.recording.name
    range = -180...180
    labels = [(90, "left up"), (0, "top up"), (-90, "right up")]
    guides = [-135, -45, 45, 135]
    curve = part.recording.readings.map { reading in
      let (x, y) = (Double(reading.acceleration.x), Double(reading.acceleration.y))
      return (reading.instant, atan2(-x, y) * 180 / .pi)
    }
    bands = part.results.map { result in
      Band(
        name: result.judge, values: result.run.reports.map { ($0.instant, Value($0.orientation)) })
    }
  }

  fileprivate init(_ trace: HingeTrace) {
    let parameters = HingeParameters()
    var judge = HingeJudge(parameters: parameters)
    var values: [(Instant, Value)] = []
    title = trace.name
    range = -15...375
    labels = [(0, "closed"), (180, "180°"), (360, "right round")]
    guides = [parameters.tabletAbove, parameters.laptopBelow].map { Double($0) / 10 }
    curve = trace.readings.map { reading in
      if let posture = judge.judge(reading.reading, at: reading.instant) {
        values.append((reading.instant, Value(posture)))
      }
      return (reading.instant, judge.doubt == nil ? judge.angle.map { Double($0) / 10 } : nil)
    }
    bands = [Band(name: "posture", values: values)]
  }
}

/// The colours of Okabe and Ito, which are distinct under any colour vision.
extension PlotPanel.Value {
  fileprivate init(_ orientation: DeviceOrientation) {
    name = orientation.name
    colour =
      switch orientation {
      case .unknown: "#fff"
      case .portrait: "#57b5e8"
      case .portraitUpsideDown: "#0073b3"
      case .landscapeLeft: "#e69e00"
      case .landscapeRight: "#d65e00"
      case .faceUp: "#ccc"
      case .faceDown: "#808080"
      }
  }

  fileprivate init(_ posture: HingePosture) {
    name = posture.rawValue
    colour =
      switch posture {
      case .closed: "#808080"
      case .laptop: "#57b5e8"
      case .tablet: "#e69e00"
      }
  }
}
