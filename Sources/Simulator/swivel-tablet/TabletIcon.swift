// SPDX-License-Identifier: Apache-2.0
import Drawing

/// The painter of the buttons' pictograms, in a square of 20 logical pixels around the origin.
struct TabletIcon {
  private static let line = 1.7

  let colour: RGB
  let context: DrawingContext

  func draw(_ button: TabletButton, isOn: Bool) {
    switch button {
    case .left: turn()
    case .right:
      context.scale(-1, 1)
      turn()
    case .flat:
      stroke([(-9, 5), (-4, -4), (9, -4), (4, 5)], isClosed: true)
      stroke([(-1, 2), (2, 2)])
    case .shake:
      context.stroke(
        Area(x: -4, y: -8, width: 8, height: 16), colour, lineWidth: Self.line, radius: 2)
      for side in [-1.0, 1.0] {
        stroke([(7 * side, -4), (7 * side, 4)])
        stroke([(9.5 * side, -2), (9.5 * side, 2)])
      }
    case .lock: lock(isOn: isOn)
    case .outlines:
      context.stroke(
        Area(x: -8, y: -8, width: 16, height: 16), colour, lineWidth: Self.line, dash: 3.2)
      context.fill(Area(x: -3, y: -3, width: 6, height: 6), colour, radius: 1)
    case .why:
      context.stroke(
        Area(x: -9, y: -7, width: 18, height: 14), colour, lineWidth: Self.line, radius: 2)
      context.fill(Area(x: 2, y: -7, width: 7, height: 14), colour, radius: 2)
    case .back:
      triangle(from: 4, to: -5)
      stroke([(-7, -6), (-7, 6)])
    case .play where isOn:
      for x in [-6.0, 2] {
        context.fill(Area(x: x, y: -7, width: 4, height: 14), colour, radius: 1)
      }
    case .play: triangle(from: -5, to: 7, half: 8)
    case .forth:
      triangle(from: -4, to: 5)
      stroke([(7, -6), (7, 6)])
    case .now:
      triangle(from: -8, to: -1)
      triangle(from: -1, to: 6)
      stroke([(8, -6), (8, 6)])
    case .quit:
      stroke([(-5, -5), (5, 5)])
      stroke([(-5, 5), (5, -5)])
    }
  }

  private func stroke(_ points: [(x: Double, y: Double)], isClosed: Bool = false) {
    context.stroke(points, colour, lineWidth: Self.line, isClosed: isClosed)
  }

  private func triangle(from base: Double, to tip: Double, half: Double = 6) {
    context.fill([(base, -half), (tip, 0), (base, half)], colour)
  }

  private func turn() {
    context.arc(
      x: 1, y: 1, radius: 7, from: -.pi * 0.8, to: .pi * 0.75, colour, lineWidth: Self.line)
    context.fill([(-8.5, -0.5), (-8, -8), (-1.5, -4)], colour)
  }

  private func lock(isOn: Bool) {
    context.fill(Area(x: -7, y: -1, width: 14, height: 10), colour, radius: 2)
    let x = isOn ? 0.0 : 5
    context.arc(x: x, y: -4, radius: 4, from: -.pi, to: 0, colour, lineWidth: Self.line)
    stroke([(x - 4, -4), (x - 4, -1)])
    if isOn { stroke([(x + 4, -4), (x + 4, -1)]) }
  }
}
