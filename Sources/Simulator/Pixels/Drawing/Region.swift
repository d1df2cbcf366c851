// SPDX-License-Identifier: Apache-2.0
import CPixman
import Orientation

/// A set of pixels as non-overlapping rectangles (pixman).
@safe
final class Region {
  // SAFETY: initialised in `init`, cleared and freed in `deinit`, and private to the region.
  // On the heap: pixman may be given the same region as source and as result.
  private let raw = UnsafeMutablePointer<pixman_region32_t>.allocate(capacity: 1)

  init(_ rectangle: Rectangle) {
    let box = Self.box(rectangle)
    guard box.x1 < box.x2, box.y1 < box.y2 else {
      unsafe pixman_region32_init(raw)
      return
    }
    unsafe pixman_region32_init_rect(
      raw, box.x1, box.y1, UInt32(box.x2 - box.x1), UInt32(box.y2 - box.y1))
  }

  init(_ other: Region) {
    unsafe pixman_region32_init(raw)
    unsafe pixman_region32_copy(raw, other.raw)
  }

  deinit {
    unsafe pixman_region32_fini(raw)
    unsafe raw.deallocate()
  }

  var isEmpty: Bool { unsafe pixman_region32_not_empty(raw) == 0 }

  func formIntersection(_ other: Region) {
    unsafe pixman_region32_intersect(raw, raw, other.raw)
  }

  func formIntersection(_ rectangle: Rectangle) { formIntersection(Region(rectangle)) }

  func subtract(_ other: Region) { unsafe pixman_region32_subtract(raw, raw, other.raw) }

  func formUnion(_ other: Region) { unsafe pixman_region32_union(raw, raw, other.raw) }

  func withBoxes(_ body: (UnsafeBufferPointer<pixman_box32_t>) -> Void) {
    var count: Int32 = 0
    let first = unsafe pixman_region32_rectangles(raw, &count)
    unsafe body(UnsafeBufferPointer(start: first, count: Int(count)))
  }

  /// Limits drawing on an image to this region while the body runs.
  func whileClipping(_ image: OpaquePointer, _ body: () -> Void) {
    unsafe pixman_image_set_clip_region32(image, raw)
    body()
    unsafe pixman_image_set_clip_region32(image, nil)
  }

  // Clients choose the coordinates: sums must not trap, and pixman's differences not overflow.
  private static func box(_ rectangle: Rectangle) -> pixman_box32_t {
    func limit(_ value: Int) -> Int32 { Int32(max(-1 << 29, min(1 << 29, value))) }
    let left = Int(rectangle.origin.x)
    let top = Int(rectangle.origin.y)
    return pixman_box32_t(
      x1: limit(left), y1: limit(top), x2: limit(left + Int(rectangle.size.width)),
      y2: limit(top + Int(rectangle.size.height)))
  }
}
