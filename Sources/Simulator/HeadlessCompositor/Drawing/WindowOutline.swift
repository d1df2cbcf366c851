// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The outline of a window: dashed if it is hidden, with its answer as colour and label.
struct WindowOutline {
  /// A window's answer to the question whether it rotates.
  enum Stance: Equatable {
    case yes, no, notAsked

    var word: String {
      switch self {
      case .yes: "YES"
      case .no: "NO"
      case .notAsked: "-"
      }
    }

    /// The colour, `0xAARRGGBB`.
    var colour: UInt32 {
      switch self {
      case .yes: 0xFF2E_A043
      case .no: 0xFFE0_8A00
      case .notAsked: 0xFF8A_919C
      }
    }
  }

  private static let culpritColour: UInt32 = 0xFFE0_1B24
  private static let dash: Int32 = 8

  let stance: Stance
  let isHidden: Bool
  let isCulprit: Bool
  private let area: Rectangle

  init(window: WindowID?, isHidden: Bool, area: Rectangle, _ verdict: Verdict?) {
    self.isHidden = isHidden
    self.area = area
    let answers = verdict?.asked.compactMap { asked -> Bool? in
      guard asked.window == window, case .flag(let value) = asked.answer else { return nil }
      return value
    }
    stance = answers?.last.map { $0 ? .yes : .no } ?? .notAsked
    isCulprit =
      window.map { id in
        verdict?.conflicts.contains { $0.culprits.contains(.window(id)) } ?? false
      } ?? false
  }

  func items(in space: WindowSpace) -> [SceneItem] {
    let colour = isCulprit ? Self.culpritColour : stance.colour
    let thick: Int32 = isCulprit ? 4 : 2
    let (x, y) = (area.origin.x, area.origin.y)
    let (w, h) = (area.size.width, area.size.height)
    var parts: [Rectangle] = []
    parts += edge(from: x, y, length: w, thick: thick, isUpright: false)
    parts += edge(from: x, y + h - thick, length: w, thick: thick, isUpright: false)
    parts += edge(from: x, y, length: h, thick: thick, isUpright: true)
    parts += edge(from: x + w - thick, y, length: h, thick: thick, isUpright: true)
    parts += PixelLetters.rectangles(stance.word, at: Point(x: x + 8, y: y + 28), dot: 3)
    return parts.map { part in
      SceneItem(content: .colour(colour), turn: space.transform, destination: space.onOutput(part))
    }
  }

  private func edge(
    from x: Int32, _ y: Int32, length: Int32, thick: Int32, isUpright: Bool
  ) -> [Rectangle] {
    let step = isHidden ? Self.dash : max(1, length)
    // Every other dash of a hidden window's edge is left out.
    let starts = stride(from: Int32(0), to: length, by: Int(isHidden ? 2 * step : step))
    let pieces = starts.map { (start: $0, length: min(step, length - $0)) }
    return pieces.map { piece in
      isUpright
        ? Rectangle(
          origin: Point(x: x, y: y + piece.start), size: Size(width: thick, height: piece.length))
        : Rectangle(
          origin: Point(x: x + piece.start, y: y), size: Size(width: piece.length, height: thick))
    }
  }
}

/// A bitmap font for the labels of outlines, drawn as rectangles.
enum PixelLetters {
  /// Rows of three dots from the top, the highest bit at the left.
  private static let shapes: [Character: [UInt8]] = [
    "Y": [0b101, 0b101, 0b010, 0b010, 0b010], "E": [0b111, 0b100, 0b110, 0b100, 0b111],
    "S": [0b111, 0b100, 0b111, 0b001, 0b111], "N": [0b111, 0b101, 0b101, 0b101, 0b101],
    "O": [0b111, 0b101, 0b101, 0b101, 0b111], "-": [0, 0, 0b111, 0, 0],
  ]

  /// Returns the dots of a word whose upper left corner is given; unknown letters leave a gap.
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
