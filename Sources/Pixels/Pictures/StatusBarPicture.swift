// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The status bar as a compositor draws it that loads no fonts: an arrow that points up at the left
/// end, a battery at the right end.
public enum StatusBarPicture {
  private static let ground = Colour(red: 20, green: 24, blue: 34)
  private static let ink = Colour(red: 240, green: 240, blue: 245)
  private static let charge = Colour(red: 90, green: 200, blue: 110)

  /// Draws the bar upright over the whole canvas; meant for at least 12 pixels of height.
  public static func draw(on canvas: Canvas) {
    let width = canvas.size.width
    let height = canvas.size.height
    func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, _ colour: Colour) {
      canvas.fill(
        Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height)), colour)
    }
    box(0, 0, width, height, ground)
    let margin = max(2, height / 5)
    let tall = height - 2 * margin
    // An arrow: a head that widens by a pixel to both sides a row, and a shaft.
    let head = max(2, tall / 2)
    let middle = margin + head
    for row in 0..<head { box(middle - row, margin + row, 2 * row + 1, 1, ink) }
    box(middle - max(1, head / 3), margin + head, max(1, head / 3) * 2 + 1, tall - head, ink)
    // A battery with its cap to the right.
    let long = tall * 2
    let left = width - margin - long
    box(left, margin, long - max(1, tall / 5), tall, ink)
    box(left + 1, margin + 1, long - max(1, tall / 5) - 2, tall - 2, ground)
    box(left + 2, margin + 2, (long - max(1, tall / 5) - 4) * 2 / 3, tall - 4, charge)
    box(width - margin - max(1, tall / 5), margin + tall / 4, max(1, tall / 5), tall / 2, ink)
  }
}
