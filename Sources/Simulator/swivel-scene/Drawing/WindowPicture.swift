// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Drawing
import Orientation

/// The picture in a window of the scene: its name, its upper edge, and its policy.
struct WindowPicture {
  var name: String
  /// The window's number, which selects the colour.
  var number: Int
  var level: Int32
  var policy: String
  /// The orientation's name; nil before the compositor has sent it.
  var orientation: String?

  private static let grounds: [RGB] = [
    0xEEF3FA, 0xFDEED9, 0xE3F5E1, 0xF5E3F3, 0xDEF3F5, 0xFAF8D1,
  ]
  private static let ink: RGB = 0x21232E
  /// Red, green, blue, yellow from the upper left corner, as on the test card.
  private static let corners: [RGB] = [0xDC332E, 0x3DA13D, 0x2663D1, 0xF0BF00]

  func draw(on picture: SharedPicture) {
    guard
      let context = unsafe DrawingContext(picture.address, size: picture.size, of: picture)
    else { return }
    let width = Double(picture.size.width)
    let height = Double(picture.size.height)
    let short = min(width, height)
    let line = max(2, short / 100)
    context.fill(Area(x: 0, y: 0, width: width, height: height), Self.ink)
    context.fill(
      Area(x: line, y: line, width: width - 2 * line, height: height - 2 * line),
      Self.grounds[number % Self.grounds.count])
    let corner = short / 8
    for (index, colour) in Self.corners.enumerated() {
      context.fill(
        Area(
          x: index % 2 == 0 ? 0 : width - corner, y: index < 2 ? 0 : height - corner,
          width: corner, height: corner), colour)
    }
    // The arrow points up.
    let middle = width / 2
    let head = short / 10
    let top = height * 0.12
    context.fill(
      [(middle, top), (middle + head, top + head), (middle - head, top + head)], Self.ink)
    context.fill(
      Area(x: middle - head / 3, y: top + head, width: head * 2 / 3, height: head), Self.ink)

    let size = Int(max(9, short / 18))
    var area = Area(
      x: middle - width * 0.9 / 2, y: top + head * 2.4, width: (width * 0.9).rounded(.down))
    func write(_ text: String, _ font: String) {
      area.y += context.write(
        text, Font(font), Self.ink, in: area, isCentred: true, fromTop: true, wraps: true
      ).rounded(.up)
    }
    write(name, "Sans Bold \(size * 3 / 2)px")
    let lines = [level == 0 ? nil : "level \(level)", policy, orientation.map { "shown \($0)" }]
    write(lines.compactMap(\.self).joined(separator: "\n"), "Sans \(size)px")
  }
}
