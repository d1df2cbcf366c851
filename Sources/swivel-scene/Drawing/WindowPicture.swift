// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What a window of the scene shows: which it is, which way is up, what its policy says.
struct WindowPicture {
  var name: String
  /// Chooses the colour.
  var number: Int
  var level: Int32
  var policy: String
  /// Nil while the compositor has not said.
  var orientation: String?

  private static let grounds: [Sketch.Colour] = [
    (0.93, 0.95, 0.98), (0.99, 0.93, 0.85), (0.89, 0.96, 0.88), (0.96, 0.89, 0.95),
    (0.87, 0.95, 0.96), (0.98, 0.97, 0.82),
  ]
  private static let ink: Sketch.Colour = (0.13, 0.14, 0.18)
  /// Red, green, blue, yellow from the upper left corner, as on the test card.
  private static let corners: [Sketch.Colour] = [
    (0.86, 0.20, 0.18), (0.24, 0.63, 0.24), (0.15, 0.39, 0.82), (0.94, 0.75, 0),
  ]

  func draw(on picture: SharedPicture) {
    guard let sketch = Sketch(on: picture) else { return }
    let width = Double(picture.size.width)
    let height = Double(picture.size.height)
    let short = min(width, height)
    let line = max(2, short / 100)
    sketch.fill(x: 0, y: 0, width: width, height: height, Self.ink)
    sketch.fill(
      x: line, y: line, width: width - 2 * line, height: height - 2 * line,
      Self.grounds[number % Self.grounds.count])
    let corner = short / 8
    for (index, colour) in Self.corners.enumerated() {
      sketch.fill(
        x: index % 2 == 0 ? 0 : width - corner, y: index < 2 ? 0 : height - corner,
        width: corner, height: corner, colour)
    }
    // Up is where the arrow points.
    let middle = width / 2
    let head = short / 10
    let top = height * 0.12
    sketch.triangle(
      [(middle, top), (middle + head, top + head), (middle - head, top + head)], Self.ink)
    sketch.fill(
      x: middle - head / 3, y: top + head, width: head * 2 / 3, height: head, Self.ink)

    let size = Int(max(9, short / 18))
    var y = top + head * 2.4
    y = sketch.text(
      name, font: "Sans Bold \(size * 3 / 2)px", x: middle, y: y, width: width * 0.9, Self.ink)
    let lines = [level == 0 ? nil : "level \(level)", policy, orientation.map { "shown \($0)" }]
    _ = sketch.text(
      lines.compactMap(\.self).joined(separator: "\n"), font: "Sans \(size)px", x: middle, y: y,
      width: width * 0.9, Self.ink)
  }
}
