// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Judging
import Orientation
public import Recording
import Sensing

/// A plot of sensor recordings as one SVG picture: the angle over time, and the reported values
/// below.
public struct JudgePlot {
  private static let legendHeight = 30.0

  private let panels: [PlotPanel]
  private let legend: [PlotPanel.Value]

  /// Creates a plot of the in-plane angle and of the orientations that each judge reported.
  public init(_ comparison: JudgeComparison) {
    panels = comparison.parts.map(PlotPanel.init)
    legend = DeviceOrientation.allCases.filter { $0 != .unknown }.map(PlotPanel.Value.init)
  }

  /// Creates a plot of a hinge's angle and of the postures that `HingeJudge` reported.
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

/// The colours by Okabe and Ito, which can be distinguished with any kind of colour vision.
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

/// The plot of one recording: a curve of the angle over time, and a row for each judge.
private struct PlotPanel {
  struct Value {
    let name: String
    let colour: String
  }

  /// A row below the curve with the values that a judge reported, each valid until the next one.
  private struct Band {
    let name: String
    let values: [(instant: Instant, value: Value)]
  }

  /// The width of every panel, in SVG units.
  static let width = 1000.0
  private static let left = 130.0
  private static let right = width - 15
  private static let titleHeight = 26.0
  private static let curveHeight = 150.0
  private static let bandHeight = 18.0
  private static let footHeight = 34.0

  let title: String
  /// The angles at the bottom and the top of the curve, in degrees.
  let range: ClosedRange<Double>
  /// The angles of horizontal lines with labels, in degrees.
  private let labels: [(degrees: Double, text: String)]
  /// The angles of horizontal lines without labels, in degrees.
  private let guides: [Double]
  /// The angle in degrees for each reading; `nil` if the reading has none.
  let curve: [(instant: Instant, degrees: Double?)]
  private let bands: [Band]

  var height: Double {
    Self.titleHeight + Self.curveHeight + Self.footHeight + Self.bandHeight * Double(bands.count)
  }

  func svg(top: Double) -> String {
    let bottom = top + Self.titleHeight + Self.curveHeight
    func y(_ degrees: Double) -> Double {
      bottom - Self.curveHeight * (degrees - range.lowerBound)
        / (range.upperBound - range.lowerBound)
    }
    var text = label(Markup.name(title, columns: 100), x: Self.left, y: top + 17)
    for (degrees, name) in labels {
      text += line([(Self.left, y(degrees)), (Self.right, y(degrees))], "rule")
      text += label(name, x: 12, y: y(degrees) + 4)
    }
    for degrees in guides {
      text += line([(Self.left, y(degrees)), (Self.right, y(degrees))], "diagonal")
    }
    for stretch in stretches { text += line(stretch.map { (x($0), y($1)) }, "curve") }
    for (row, band) in bands.enumerated() {
      text += svg(band, top: bottom + 4 + Self.bandHeight * Double(row))
    }
    return text + axis(y: bottom + 4 + Self.bandHeight * Double(bands.count))
  }

  /// The pieces of the curve, which is interrupted where there is no angle or where it wraps
  /// around.
  private var stretches: [[(instant: Instant, degrees: Double)]] {
    var stretches: [[(instant: Instant, degrees: Double)]] = [[]]
    for (instant, degrees) in curve {
      let last = stretches[stretches.count - 1].last
      if let last, degrees.map({ abs(last.degrees - $0) > 180 }) ?? true { stretches.append([]) }
      if let degrees { stretches[stretches.count - 1].append((instant, degrees)) }
    }
    return stretches
  }

  /// Returns the time axis: at most 13 ticks, labelled in seconds.
  private func axis(y: Double) -> String {
    let end = span / 1_000_000
    var step: Int64 = 100
    while end / step > 12 { step = String(step).hasPrefix("2") ? step / 2 * 5 : step * 2 }
    return stride(from: 0, through: end, by: Int(step)).reduce(into: "") { text, time in
      let place = x(Instant(nanoseconds: time * 1_000_000))
      let tenths = step < 1000 ? ".\(time % 1000 / 100)" : ""
      text += line([(place, y), (place, y + 4)], "rule")
      text += label("\(time / 1000)\(tenths) s", x: place - 8, y: y + 17)
    }
  }

  private func svg(_ band: Band, top: Double) -> String {
    var text = label(band.name, x: 12, y: top + 13)
    for (index, (instant, value)) in band.values.enumerated() {
      let next = index + 1 < band.values.count ? band.values[index + 1].instant : nil
      let (start, end) = (x(instant), next.map(x) ?? Self.right)
      text += "<rect x=\"\(short(start))\" y=\"\(short(top))\" "
      text += "width=\"\(short(max(end - start, 0.5)))\" height=\"\(Self.bandHeight - 4)\" "
      text += "fill=\"\(value.colour)\"><title>\(value.name)</title></rect>\n"
    }
    return text
  }

  /// The time of the last reading in nanoseconds, at least 1.
  private var span: Int64 { max(curve.last?.instant.nanoseconds ?? 1, 1) }

  private func x(_ instant: Instant) -> Double {
    Self.left + (Self.right - Self.left) * Double(instant.nanoseconds) / Double(span)
  }

  /// Returns a text element whose baseline begins at a point; the text must be escaped.
  private func label(_ text: String, x: Double, y: Double) -> String {
    "<text x=\"\(short(x))\" y=\"\(short(y))\">\(text)</text>\n"
  }

  private func line(_ points: [(x: Double, y: Double)], _ kind: String) -> String {
    guard points.count > 1 else { return "" }
    let places = points.map { "\(short($0.x)) \(short($0.y))" }
    return "<path class=\"\(kind)\" d=\"M\(places.joined(separator: "L"))\"/>\n"
  }

  /// Returns a coordinate rounded to tenths of an SVG unit.
  private func short(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
