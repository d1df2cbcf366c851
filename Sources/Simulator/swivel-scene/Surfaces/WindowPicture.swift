// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ClientDrawing
import Drawing
import Orientation

/// The picture in a window of the scene: a page, an alert, a bar, or a floating button.
///
/// A page and an alert contain the window's name, policy and orientation as text, a bar the time
/// 9:41 and, if it is wide, the name.
struct WindowPicture {
  enum Kind {
    case page, alert, bar, button

    init(_ window: Window) {
      let size = window.size ?? Size(width: .max, height: .max)
      if max(size.width, size.height) <= 120 {
        self = .button
      } else if min(size.width, size.height) <= 60 || window.isFollower {
        self = .bar
      } else {
        self = window.level > 0 ? .alert : .page
      }
    }
  }

  var name: String
  /// The window's number, which determines the colour.
  var number: Int
  /// The size in logical pixels.
  var size: Size
  var kind: Kind
  var policy: String
  /// The name of the window's orientation; nil before the compositor has sent it.
  var orientation: String?

  private static let accents: [RGB] = [
    0x2F6FB0, 0xB4561B, 0x2E7D4F, 0x8A3E8C, 0x1F7A80, 0x8A6D00,
  ]
  private static let ink: RGB = 0x1F2329
  private static let dim: RGB = 0x5C6470
  private static let paragraphs = [
    """
    From the pier the path follows the shore for about an hour, past the old boat sheds and up to \
    the light. On a clear day the islands seem close enough to touch.
    """,
    """
    Take water, and a coat against the wind. The ferry back leaves every full hour until six; the \
    last one is often full, so be early.
    """,
  ]

  private var accent: RGB { Self.accents[number % Self.accents.count] }
  private var width: Double { Double(size.width) }
  private var height: Double { Double(size.height) }
  /// Logical pixels per unit of the design, whose shorter side is 480 units; from 0.4 to 2.
  private var unit: Double { max(0.4, min(2, min(width, height) / 480)) }
  private var facts: String {
    [policy, orientation.map { "shown \($0)" }].compactMap(\.self).joined(separator: " · ")
  }

  /// Draws into a buffer that has `scale` pixels per logical pixel.
  func draw(on picture: SharedPicture, scale: Int32) {
    guard
      let context = unsafe DrawingContext(picture.address, size: picture.size, of: picture)
    else { return }
    context.clear()
    context.scale(Double(scale), Double(scale))
    switch kind {
    case .page: drawPage(context)
    case .alert: drawAlert(context)
    case .bar: drawBar(context)
    case .button: drawButton(context)
    }
  }

  private func font(_ size: Double, isBold: Bool = false) -> Font {
    Font("Sans \(isBold ? "Bold " : "")\(Int((size * unit).rounded()))px")
  }

  // MARK: - The page

  private func drawPage(_ context: DrawingContext) {
    let edge = 28 * unit
    context.fill(0xFFFFFF)
    // The text begins below the status bar.
    var area = Area(x: edge, y: 20 + 22 * unit, width: width - 2 * edge)
    area.y += write(name, font(34, isBold: true), Self.ink, &area, context) + 4 * unit
    area.y += write(facts, font(15), accent, &area, context) + 18 * unit
    let room = height - area.y - edge
    guard room > 40 else { return }
    let isWide = width > height
    let photo = Area(
      x: edge, y: area.y, width: isWide ? width * 0.46 : area.width,
      height: isWide ? room : min(room * 0.55, area.width * 0.6))
    drawPhoto(photo, context)
    if isWide {
      area.x = photo.x + photo.width + edge
      area.width = width - edge - area.x
    } else {
      area.y = photo.y + photo.height + 18 * unit
    }
    context.saved {
      context.clip([Area(x: area.x, y: area.y, width: area.width, height: height - edge - area.y)])
      // Pango's versions differ in the height of an empty line, so the text has none.
      for text in Self.paragraphs {
        area.y +=
          9 * unit
          + context.write(text, font(16), Self.dim, in: area, fromTop: true, wraps: true)
      }
    }
  }

  private func write(
    _ text: String, _ font: Font, _ colour: RGB, _ area: inout Area, _ context: DrawingContext
  ) -> Double {
    context.write(text, font, colour, in: area, fromTop: true, wraps: true, lines: 2)
      .rounded(.up)
  }

  private func drawPhoto(_ frame: Area, _ context: DrawingContext) {
    context.saved {
      context.clip([frame])
      context.fill(0xBFDDF2)
      let (w, h) = (frame.width, frame.height)
      func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (frame.x + x * w, frame.y + y * h)
      }
      let sun = point(0.74, 0.27)
      context.arc(x: sun.x, y: sun.y, radius: min(w, h) * 0.11, to: 2 * .pi, 0xFFD469)
      context.fill(
        [point(0.3, 0.72), point(0.62, 0.26), point(1.1, 0.72)], 0x8FB0C9)
      context.fill([point(-0.1, 0.72), point(0.28, 0.18), point(0.68, 0.72)], 0x5F86A6)
      context.fill([point(0.204, 0.288), point(0.28, 0.18), point(0.358, 0.288)], 0xFFFFFF)
      context.fill(
        Area(x: frame.x, y: frame.y + 0.72 * h, width: w, height: 0.28 * h + 1), 0x2F6F7E)
      for (x, y, length) in [(0.1, 0.8, 0.2), (0.5, 0.84, 0.3), (0.2, 0.91, 0.35)] {
        let start = point(x, y)
        context.fill(
          Area(x: start.x, y: start.y, width: length * w, height: max(1, 0.012 * h)), 0x6FA8B0)
      }
    }
  }

  // MARK: - Alert, bar and button

  private func drawAlert(_ context: DrawingContext) {
    context.faded(0.45) { context.fill(0x000000) }
    let wide = min(width - 24, 300 * unit)
    let title = font(18, isBold: true)
    let text = font(14)
    let tall = min(height - 24, 168 * unit)
    let card = Area(x: (width - wide) / 2, y: (height - tall) / 2, width: wide, height: tall)
    context.fill(card, 0xFDFDFE, radius: 14 * unit)
    var area = card.inset(by: 18 * unit)
    area.y += context.write(
      name, title, Self.ink, in: area, isCentred: true, fromTop: true, wraps: true, lines: 1)
    area.y += 4 * unit
    context.write(
      facts, text, Self.dim, in: area, isCentred: true, fromTop: true, wraps: true, lines: 3)
    let line = card.y + card.height - 46 * unit
    context.fill(Area(x: card.x, y: line, width: wide, height: 1), 0xD8DCE2)
    context.fill(
      Area(x: width / 2, y: line, width: 1, height: 46 * unit), 0xD8DCE2)
    for (index, word) in ["Cancel", "OK"].enumerated() {
      let button = Area(
        x: card.x + Double(index) * wide / 2, y: line, width: wide / 2, height: 46 * unit)
      context.write(word, font(16, isBold: index == 1), accent, in: button, isCentred: true)
    }
  }

  private func drawBar(_ context: DrawingContext) {
    context.fill(0x101010)
    let font = Font("Sans Bold \(Int(max(8, min(14, min(width, height) * 0.55))))px")
    context.write(
      "9:41", font, 0xF2F2F2, in: Area(x: 10, y: 0, width: 60, height: height))
    if width > 160 {
      context.write(
        name, font, 0xF2F2F2, in: Area(x: 70, y: 0, width: width - 140, height: height),
        isCentred: true)
    }
  }

  private func drawButton(_ context: DrawingContext) {
    let radius = min(width, height) / 2 - 2
    let (x, y) = (width / 2, height / 2)
    context.faded(0.25) {
      context.arc(x: x, y: y + 1.5, radius: radius, to: 2 * .pi, 0x000000)
    }
    context.arc(x: x, y: y, radius: radius - 1, to: 2 * .pi, accent)
    let arm = radius * 0.45
    for line in [[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]] {
      context.stroke(line, 0xFFFFFF, lineWidth: max(2, radius / 7))
    }
  }
}
