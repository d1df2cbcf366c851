// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A test card that looks different under each of the eight transforms.
///
/// The card has four corners of different colours, an F in the middle, and a frame that is one unit
/// wide, so that a missing or extra row is visible.
public enum Card {
  /// The upper left corner: red.
  public static let upperLeft = Colour(red: 220, green: 50, blue: 47)
  /// The upper right corner: green.
  public static let upperRight = Colour(red: 60, green: 160, blue: 60)
  /// The lower left corner: blue.
  public static let lowerLeft = Colour(red: 38, green: 100, blue: 210)
  /// The lower right corner: yellow.
  public static let lowerRight = Colour(red: 240, green: 190, blue: 0)
  /// The colour of the F and the frame.
  public static let ink = Colour(red: 30, green: 30, blue: 40)
  /// The background colour.
  public static let paper = Colour(red: 245, green: 240, blue: 225)

  /// Returns the length of a unit in pixels: 1/24 of the canvas's shorter side, at least 1.
  public static func unit(filling size: Size) -> Int32 { max(1, min(size.width, size.height) / 24) }

  /// Draws the card over the whole canvas; `unit` is the length of a unit in pixels.
  ///
  /// The canvas should have at least 16 by 16 units.
  public static func draw(on canvas: Canvas, unit: Int32 = 1, paper: Colour = Card.paper) {
    let across = canvas.size.width / unit
    let down = canvas.size.height / unit
    func box(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, _ colour: Colour) {
      canvas.fill(
        Rectangle(
          origin: Point(x: x * unit, y: y * unit),
          size: Size(width: width * unit, height: height * unit)), colour)
    }
    // The pixels that remain beyond whole units belong to the frame.
    canvas.fill(Rectangle(origin: Point(x: 0, y: 0), size: canvas.size), ink)
    box(1, 1, across - 2, down - 2, paper)
    let corner = max(2, min(across, down) / 5)
    box(0, 0, corner, corner, upperLeft)
    box(across - corner, 0, corner, corner, upperRight)
    box(0, down - corner, corner, corner, lowerLeft)
    box(across - corner, down - corner, corner, corner, lowerRight)

    let stroke = max(1, min(across, down) / 12)
    let height = down / 2
    let left = across / 2 - height / 4
    let top = down / 4
    box(left, top, stroke, height, ink)
    box(left, top, height * 3 / 5, stroke, ink)
    box(left, top + height * 2 / 5, height * 2 / 5, stroke, ink)
  }
}
