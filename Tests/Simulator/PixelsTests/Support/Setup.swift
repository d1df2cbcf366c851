// SPDX-License-Identifier: Apache-2.0
import Orientation
import Pixels
import Testing

/// One way to show the card: an output and a buffer, each turned and scaled.
struct Setup: Sendable, CustomTestStringConvertible {
  var output: Transform
  var buffer: Transform
  var scale: Int32

  static let all: [Setup] = [1, 2].flatMap { scale in
    Transform.allCases.flatMap { output in
      Transform.allCases.map { Setup(output: output, buffer: $0, scale: scale) }
    }
  }

  /// As Weston names its references: what the output is, what the buffer is, a number.
  var name: String {
    "output_\(scale)-\(Self.word(output))_buffer_\(scale)-\(Self.word(buffer))-00"
  }

  var testDescription: String { name }

  private static func word(_ transform: Transform) -> String {
    let turn = transform.quarterTurns * 90
    if !transform.isFlipped { return turn == 0 ? "NORMAL" : "\(turn)" }
    return turn == 0 ? "FLIPPED" : "FLIPPED_\(turn)"
  }

  static let ground = Colour(red: 90, green: 95, blue: 110)
  /// The buffer's sides without scale; a square would hide exchanged sides.
  static let sides = Size(width: 36, height: 24)
  /// Where the surface lies, in logical pixels; neither in the middle nor the same on both axes.
  static let place = Point(x: 9, y: 4)

  /// The card as it lies in the client's memory: never turned.
  func card() throws -> Canvas {
    let card = try canvas(
      Size(width: Self.sides.width * scale, height: Self.sides.height * scale))
    Card.draw(on: card, unit: scale)
    return card
  }

  /// The surface's size in logical pixels, as the protocol derives it from the buffer.
  var surface: Size { buffer.inverse.apply(to: Self.sides) }

  var panel: Size { Size(width: 64 * scale, height: 56 * scale) }

  func paint() throws -> Canvas {
    let card = try card()
    let panel = try canvas(panel)
    Painter.paint(
      [
        DrawItem(
          content: .pixels(card.view, transform: buffer),
          destination: Rectangle(origin: Self.place, size: surface))
      ], on: panel, transform: output, scale: scale, background: Self.ground)
    withExtendedLifetime(card) {}
    return panel
  }
}

struct NoCanvas: Error {}

func canvas(_ size: Size) throws -> Canvas {
  guard let canvas = Canvas(size: size) else { throw NoCanvas() }
  return canvas
}
