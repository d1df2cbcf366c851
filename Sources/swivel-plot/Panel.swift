// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing

/// The drawing of one recording: its in-plane angle over time, and a band for each judge.
struct Panel {
  static let width = 1000.0
  private static let left = 130.0
  private static let right = 15.0
  private static let titleHeight = 26.0
  private static let curveHeight = 150.0
  private static let bandHeight = 18.0
  private static let footHeight = 34.0

  let part: JudgeComparison.Part

  var height: Double {
    Self.titleHeight + Self.curveHeight + Self.footHeight
      + Self.bandHeight * Double(part.results.count)
  }

  func draw(on canvas: borrowing PlotCanvas, top: Double) {
    canvas.text(part.recording.name, x: Self.left, y: top + 17)
    drawCurve(on: canvas, top: top + Self.titleHeight)
    var y = top + Self.titleHeight + Self.curveHeight + 4
    for result in part.results {
      drawBand(result, on: canvas, top: y)
      y += Self.bandHeight
    }
    let seconds = span / 1e9
    let step =
      [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000].first { seconds / $0 <= 12 } ?? 10_000
    for index in 0...Int(seconds / step) {
      let place = x(Int64(Double(index) * step * 1e9))
      canvas.line([(place, y), (place, y + 4)], width: 1, PlotPalette.rule)
      // Steps below a second are tenths.
      let label =
        step < 1 ? "\((Double(index) * step * 10).rounded() / 10)" : "\(index * Int(step))"
      canvas.text(label + " s", x: place - 8, y: y + 17)
    }
  }

  private var span: Double {
    Double(max(part.recording.readings.last?.instant.nanoseconds ?? 1, 1))
  }

  private func x(_ nanoseconds: Int64) -> Double {
    Self.left + (Self.width - Self.left - Self.right) * Double(nanoseconds) / span
  }

  /// The angle from -180° at the bottom to 180° at the top; a jump between the ends is no line.
  private func drawCurve(on canvas: borrowing PlotCanvas, top: Double) {
    func y(_ degrees: Double) -> Double { top + Self.curveHeight * (180 - degrees) / 360 }
    let end = Self.width - Self.right
    for (degrees, label) in [(90.0, "left up"), (0, "top up"), (-90, "right up")] {
      canvas.line([(Self.left, y(degrees)), (end, y(degrees))], width: 0.5, PlotPalette.rule)
      canvas.text(label, x: 12, y: y(degrees) + 4)
    }
    for degrees in [-135.0, -45, 45, 135] {
      canvas.line([(Self.left, y(degrees)), (end, y(degrees))], width: 0.5, PlotPalette.diagonal)
    }
    var stretch: [(x: Double, y: Double)] = []
    var before: Double?
    for reading in part.recording.readings {
      let degrees = InPlane.degrees(reading.acceleration)
      if let before, abs(before - degrees) > 180 {
        canvas.line(stretch, width: 1.2, PlotPalette.curve)
        stretch = []
      }
      stretch.append((x(reading.instant.nanoseconds), y(degrees)))
      before = degrees
    }
    canvas.line(stretch, width: 1.2, PlotPalette.curve)
  }

  private func drawBand(_ result: JudgeResult, on canvas: borrowing PlotCanvas, top: Double) {
    canvas.text(result.judge, x: 12, y: top + 13)
    let height = Self.bandHeight - 4
    for (index, report) in result.run.reports.enumerated() {
      let next = index + 1 < result.run.reports.count ? result.run.reports[index + 1] : nil
      let start = x(report.instant.nanoseconds)
      let end = next.map { x($0.instant.nanoseconds) } ?? Self.width - Self.right
      canvas.fill(
        x: start, y: top, width: max(end - start, 0.5), height: height,
        PlotPalette.colour(of: report.orientation))
    }
  }
}
