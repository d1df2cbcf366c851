// SPDX-License-Identifier: Apache-2.0
import Orientation
import Pixels

/// The same picture without pixman: each pixel of the buffer is carried to the panel by itself,
/// forwards, where the painter searches backwards with a matrix.
enum PixelByPixel {
  static func paint(
    _ source: Canvas, buffer: Transform, at place: Point, turn: Transform = .normal,
    output: Transform, scale: Int32, panel: Size, background: UInt32
  ) -> [UInt32] {
    var words = [UInt32](repeating: background, count: Int(panel.width) * Int(panel.height))
    let surface = buffer.inverse.apply(to: source.size)
    let upright = output.apply(to: panel)
    for y in 0..<source.size.height {
      for x in 0..<source.size.width {
        var pixel = Rectangle(origin: Point(x: x, y: y), size: Size(width: 1, height: 1))
        pixel = buffer.inverse.apply(to: pixel, in: source.size)
        pixel = turn.apply(to: pixel, in: surface)
        pixel.origin.x += place.x * scale
        pixel.origin.y += place.y * scale
        pixel = output.apply(to: pixel, in: upright)
        let (column, row) = (pixel.origin.x, pixel.origin.y)
        guard column >= 0, row >= 0, column < panel.width, row < panel.height else { continue }
        words[Int(row) * Int(panel.width) + Int(column)] = source[x, y]
      }
    }
    return words
  }
}
