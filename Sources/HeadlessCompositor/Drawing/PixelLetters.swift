// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The few letters of an answer as rectangles, so that the compositor needs no fonts.
enum PixelLetters {
  /// Rows of three dots from the top, the highest bit at the left.
  private static let shapes: [Character: [UInt8]] = [
    "Y": [0b101, 0b101, 0b010, 0b010, 0b010], "E": [0b111, 0b100, 0b110, 0b100, 0b111],
    "S": [0b111, 0b100, 0b111, 0b001, 0b111], "N": [0b111, 0b101, 0b101, 0b101, 0b101],
    "O": [0b111, 0b101, 0b101, 0b101, 0b111], "-": [0, 0, 0b111, 0, 0],
  ]

  /// The dots of a word whose upper left corner is given; unknown letters leave a gap.
  static func rectangles(_ word: String, at origin: Point, dot: Int32) -> [Rectangle] {
    var rectangles: [Rectangle] = []
    let size = Size(width: dot, height: dot)
    for (index, letter) in word.enumerated() {
      let left = origin.x + Int32(index) * 4 * dot
      for (row, bits) in (shapes[letter] ?? []).enumerated() {
        for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
          let corner = Point(x: left + Int32(column) * dot, y: origin.y + Int32(row) * dot)
          rectangles.append(Rectangle(origin: corner, size: size))
        }
      }
    }
    return rectangles
  }
}
