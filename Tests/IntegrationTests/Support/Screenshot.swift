// SPDX-License-Identifier: Apache-2.0
import CCairo

/// A picture out of a PNG file.
struct Screenshot {
  struct Unreadable: Error {
    let path: String
    let status: UInt32
  }

  private let pixels: [UInt32]
  /// Width and height.
  let size: [Int]

  /// How many pixels it has.
  var area: Int { pixels.count }

  init(path: String) throws {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw Unreadable(path: path, status: status.rawValue)
    }
    let width = Int(cairo_image_surface_get_width(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    size = [width, Int(cairo_image_surface_get_height(surface))]
    pixels = (0..<Int(cairo_image_surface_get_height(surface))).flatMap { row in
      (0..<width).map { column in
        UnsafeRawPointer(data).loadUnaligned(
          fromByteOffset: row * stride + 4 * column, as: UInt32.self)
          & 0xFF_FFFF
      }
    }
  }

  /// The colour at a place, as 0xRRGGBB.
  func colour(x: Int, y: Int) -> UInt32 { pixels[y * size[0] + x] }

  /// How many pixels have exactly this colour, as 0xRRGGBB.
  func count(of colour: UInt32) -> Int { pixels.count { $0 == colour } }
}
