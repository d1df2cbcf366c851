// SPDX-License-Identifier: Apache-2.0

/// The drawing of one recording: an angle over time, and bands of what was made of it.
struct Panel {
  /// The angles that are drawn, in degrees, with the lines that are labelled and those that are not.
  struct Scale {
    let range: ClosedRange<Double>
    let labels: [(degrees: Double, text: String)]
    let guides: [Double]
  }

  /// What somebody said: each word in its colour, from its instant until the next one.
  struct Band {
    let name: String
    let words: [(nanoseconds: Int64, colour: PlotCanvas.Colour)]
  }

  static let width = 1000.0
  private static let left = 130.0
  private static let right = 15.0
  private static let titleHeight = 26.0
  private static let curveHeight = 150.0
  private static let bandHeight = 18.0
  private static let footHeight = 34.0

  let title: String
  let scale: Scale
  /// The angle at each instant, in degrees; nil where nothing tells it.
  let curve: [(nanoseconds: Int64, degrees: Double?)]
  let bands: [Band]

  var height: Double {
    Self.titleHeight + Self.curveHeight + Self.footHeight + Self.bandHeight * Double(bands.count)
  }

  func draw(on canvas: borrowing PlotCanvas, top: Double) {
    canvas.text(title, x: Self.left, y: top + 17)
    drawCurve(on: canvas, top: top + Self.titleHeight)
    var y = top + Self.titleHeight + Self.curveHeight + 4
    for band in bands {
      draw(band, on: canvas, top: y)
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

  private var span: Double { Double(max(curve.last?.nanoseconds ?? 1, 1)) }

  private func x(_ nanoseconds: Int64) -> Double {
    Self.left + (Self.width - Self.left - Self.right) * Double(nanoseconds) / span
  }

  /// A jump between the ends of the scale is no line.
  private func drawCurve(on canvas: borrowing PlotCanvas, top: Double) {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    func y(_ degrees: Double) -> Double {
      top + Self.curveHeight * (high - degrees) / (high - low)
    }
    let end = Self.width - Self.right
    for (degrees, text) in scale.labels {
      canvas.line([(Self.left, y(degrees)), (end, y(degrees))], width: 0.5, PlotPalette.rule)
      canvas.text(text, x: 12, y: y(degrees) + 4)
    }
    for degrees in scale.guides {
      canvas.line([(Self.left, y(degrees)), (end, y(degrees))], width: 0.5, PlotPalette.diagonal)
    }
    var stretch: [(x: Double, y: Double)] = []
    var before: Double?
    for (nanoseconds, degrees) in curve {
      if let before, degrees.map({ abs(before - $0) > 180 }) ?? true {
        canvas.line(stretch, width: 1.2, PlotPalette.curve)
        stretch = []
      }
      if let degrees { stretch.append((x(nanoseconds), y(degrees))) }
      before = degrees
    }
    canvas.line(stretch, width: 1.2, PlotPalette.curve)
  }

  private func draw(_ band: Band, on canvas: borrowing PlotCanvas, top: Double) {
    canvas.text(band.name, x: 12, y: top + 13)
    let height = Self.bandHeight - 4
    for (index, word) in band.words.enumerated() {
      let next = index + 1 < band.words.count ? band.words[index + 1] : nil
      let start = x(word.nanoseconds)
      let end = next.map { x($0.nanoseconds) } ?? Self.width - Self.right
      canvas.fill(x: start, y: top, width: max(end - start, 0.5), height: height, word.colour)
    }
  }
}
