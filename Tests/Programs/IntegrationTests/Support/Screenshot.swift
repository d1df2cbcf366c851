// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Glibc

/// A picture read from a PNG file.
struct Screenshot {
  struct Unreadable: Error {
    let path: String
    let status: UInt32
  }

  /// The Cairo surface that owns the pixels.
  private final class Surface {
    let raw: OpaquePointer?

    init(_ path: String) { raw = cairo_image_surface_create_from_png(path) }

    deinit { cairo_surface_destroy(raw) }
  }

  private let surface: Surface
  private let data: UnsafeMutablePointer<UInt8>
  private let stride: Int
  /// Width and height.
  let size: [Int]

  /// The number of pixels.
  var area: Int { size[0] * size[1] }

  init(path: String) throws {
    surface = Surface(path)
    let status = cairo_surface_status(surface.raw)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface.raw)
    else {
      throw Unreadable(path: path, status: status.rawValue)
    }
    self.data = data
    stride = Int(cairo_image_surface_get_stride(surface.raw))
    size = [
      Int(cairo_image_surface_get_width(surface.raw)),
      Int(cairo_image_surface_get_height(surface.raw)),
    ]
  }

  /// Returns the colour of a pixel, as 0xRRGGBB.
  func colour(x: Int, y: Int) -> UInt32 {
    UnsafeRawPointer(data).load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFF_FFFF
  }

  /// Returns the number of pixels with exactly this colour, as 0xRRGGBB.
  func count(of colour: UInt32) -> Int {
    let width = size[0]
    var (sum, inRow) = (0, 0)
    for y in 0..<size[1] {
      let row = data + y * stride
      // Most rows of a screen are like the one above.
      if y == 0 || memcmp(row, row - stride, 4 * width) != 0 {
        inRow = 0
        row.withMemoryRebound(to: UInt32.self, capacity: width) { words in
          var x = 0
          while x < width {
            if words[x] & 0xFF_FFFF == colour { inRow += 1 }
            x += 1
          }
        }
      }
      sum += inRow
    }
    return sum
  }
}
