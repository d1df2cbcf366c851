// SPDX-License-Identifier: Apache-2.0
import CPixman
import Orientation

/// A pixman source image with the matrix that turns and scales it to a rectangle.
@safe
final class Source {
  // SAFETY: the owner of the memory keeps it valid while this is used; the image ends in
  // `deinit`.
  let image: OpaquePointer

  /// - Parameters:
  ///   - transform: from the pixels in memory to the place on the panel.
  ///   - size: of that place, in pixels of the panel, neither side zero.
  init?(_ view: PixelView, turned transform: Transform, filling size: Size) {
    // pixman takes a mutable address for every image, and writes only to destinations.
    let words = unsafe UnsafeMutableRawPointer(mutating: view.address)
      .assumingMemoryBound(to: UInt32.self)
    guard
      let image = unsafe pixman_image_create_bits(
        view.format.code, view.size.width, view.size.height, words, view.stride)
    else { return nil }
    unsafe self.image = image
    var matrix = Self.matrix(from: size, to: view.size, inverse: transform.inverse)
    unsafe pixman_image_set_transform(image, &matrix)
    let upright = transform.inverse.apply(to: size)
    let isMagnified = upright.width % view.size.width == 0 && upright.height % view.size.height == 0
    // Integer magnification keeps pixels sharp; other scales interpolate, with repeated edge
    // pixels.
    unsafe pixman_image_set_filter(
      image, isMagnified ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
    if !isMagnified { unsafe pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD) }
  }

  deinit { unsafe pixman_image_unref(image) }

  /// Returns a mask for an opacity; nil if opaque.
  static func mask(opacity: UInt8) -> OpaquePointer? {
    guard opacity < 255 else { return nil }
    var colour = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16(opacity) * 257)
    return unsafe pixman_image_create_solid_fill(&colour)
  }

  /// Returns the matrix by which pixman maps a pixel of the place to one in memory.
  private static func matrix(
    from place: Size, to memory: Size, inverse: Transform
  ) -> pixman_transform_t {
    let upright = inverse.apply(to: place)
    let origin = inverse.apply(to: Point(x: 0, y: 0), in: place)
    let right = inverse.apply(to: Point(x: 1, y: 0), in: place)
    let down = inverse.apply(to: Point(x: 0, y: 1), in: place)
    func across(_ value: Int32) -> pixman_fixed_t { fixed(value, memory.width, upright.width) }
    func downwards(_ value: Int32) -> pixman_fixed_t {
      fixed(value, memory.height, upright.height)
    }
    var matrix = pixman_transform_t()
    matrix.matrix.0 = (across(right.x - origin.x), across(down.x - origin.x), across(origin.x))
    matrix.matrix.1 = (
      downwards(right.y - origin.y), downwards(down.y - origin.y), downwards(origin.y)
    )
    matrix.matrix.2 = (0, 0, 1 << 16)
    return matrix
  }

  /// Returns a number times a ratio in 16.16 fixed point.
  private static func fixed(_ value: Int32, _ numerator: Int32, _ denominator: Int32)
    -> pixman_fixed_t
  {
    pixman_fixed_t(
      truncatingIfNeeded: (Int(value) * Int(numerator) * 65536) / Int(max(1, denominator)))
  }
}
