// SPDX-License-Identifier: Apache-2.0
import CPixman
public import Orientation

// Pictures in memory, as the headless compositor draws them.
//
// - `Painter` applies transforms to pixels. A reference painter in the tests works pixel by pixel and
//   must agree.
// - A `DrawItem` is a content with its place and turn; `Canvas` owns pixels, `PixelView` borrows
//   them.
// - pixman draws; `PNG` reads and writes files. Sizes from files are bounded.
//
// Begin with `DrawItem`.

/// The painter, which draws lists of items into memory.
public enum Painter {
  private struct Part {
    var item: DrawItem
    /// The rectangle of the item on the panel.
    var place: Rectangle
    /// The part to draw: within the damage and the clip, and not covered by items above.
    var visible: Region
  }

  /// Draws items on a canvas of the panel's size; the first item is at the bottom.
  ///
  /// Parts that an opaque item covers are not drawn. The transform and the scale are the output's.
  /// - Parameters:
  ///   - background: the colour behind all items.
  ///   - damage: the parts to draw, in panel pixels; nil draws everything.
  public static func paint(
    _ items: [DrawItem], on canvas: Canvas, transform: Transform = .normal, scale: Int32 = 1,
    background: Colour, damage: [Rectangle]? = nil
  ) {
    let screen = Screen(panel: canvas.size, transform: transform, scale: scale)
    let open = Region(Rectangle(origin: Point(x: 0, y: 0), size: canvas.size))
    if let damage {
      let wanted = Region(Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0)))
      for rectangle in damage { wanted.formUnion(Region(rectangle)) }
      open.formIntersection(wanted)
    }
    let parts = visibleParts(of: items, on: screen, open: open)
    canvas.fill(open, background)
    for part in parts.reversed() { draw(part, on: canvas, screen: screen) }
  }

  /// Returns the visible items, the topmost first, and removes the parts that opaque ones cover
  /// from `open`.
  ///
  /// Afterwards `open` is the part of the background that stays visible.
  private static func visibleParts(
    of items: [DrawItem], on screen: Screen, open: Region
  ) -> [Part] {
    var parts: [Part] = []
    for item in items.reversed() where item.opacity > 0 && !open.isEmpty {
      let place = screen.panelRectangle(of: item.destination)
      let visible = Region(open)
      visible.formIntersection(place)
      if let clip = item.clip { visible.formIntersection(screen.panelRectangle(of: clip)) }
      guard !visible.isEmpty else { continue }
      if item.covers { open.subtract(visible) }
      parts.append(Part(item: item, place: place, visible: visible))
    }
    return parts
  }

  private static func draw(_ part: Part, on canvas: Canvas, screen: Screen) {
    switch part.item.content {
    case .colour(var colour):
      colour.alpha = UInt8(UInt16(colour.alpha) * UInt16(part.item.opacity) / 255)
      canvas.fill(part.visible, colour)
    case .pixels(let view, let transform):
      let onPanel = transform.inverse.followed(by: part.item.turn)
        .followed(by: screen.transform)
      draw(view, turned: onPanel, of: part, on: canvas)
    }
  }

  private static func draw(
    _ view: PixelView, turned transform: Transform, of part: Part, on canvas: Canvas
  ) {
    let place = part.place
    guard place.size.width <= PixelView.maximumSide, place.size.height <= PixelView.maximumSide,
      let source = Source(view, turned: transform, filling: place.size)
    else { return }
    let mask = unsafe Source.mask(opacity: part.item.opacity)
    defer { if let mask = unsafe mask { unsafe pixman_image_unref(mask) } }
    unsafe part.visible.whileClipping(canvas.image) {
      unsafe pixman_image_composite32(
        part.item.covers ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source.image, mask, canvas.image, 0, 0,
        0, 0, place.origin.x, place.origin.y, place.size.width, place.size.height)
    }
  }
}

/// An item to draw on an output.
public struct DrawItem {
  /// The content of an item.
  public enum Content {
    case colour(Colour)
    /// Pixels with the buffer transform that their author has applied
    /// (wl_surface.set_buffer_transform), which the painter undoes.
    case pixels(PixelView, transform: Transform)
  }

  /// The content of the item.
  public var content: Content
  /// The rectangle in the output's logical pixels that the content, turned by `turn`, is scaled to
  /// fill.
  public var destination: Rectangle
  /// The transform of the content within the output's logical space, such as that of its window.
  public var turn: Transform
  /// The opacity: 255 is opaque, 0 invisible.
  public var opacity: UInt8
  /// The clip rectangle in the output's logical pixels; nil for no clipping.
  public var clip: Rectangle?
  /// Whether pixels count as opaque even if their format has an alpha channel.
  public var isOpaque: Bool

  /// Creates an item, by default unturned, unclipped and with full opacity.
  public init(
    content: Content, destination: Rectangle, turn: Transform = .normal, opacity: UInt8 = 255,
    clip: Rectangle? = nil, isOpaque: Bool = false
  ) {
    self.content = content
    self.destination = destination
    self.turn = turn
    self.opacity = opacity
    self.clip = clip
    self.isOpaque = isOpaque
  }

  var covers: Bool {
    guard opacity == 255 else { return false }
    return switch content {
    case .colour(let colour): colour.alpha == 255
    case .pixels(let view, _): isOpaque || view.format.isOpaque
    }
  }
}

/// The conversion from an output's logical space to its panel.
public struct Screen: Sendable, Hashable {
  /// The size of the mode in pixels, before the transform.
  public var panel: Size
  /// The output's transform.
  public var transform: Transform
  /// Panel pixels per logical pixel, at least 1.
  public var scale: Int32

  /// Creates a conversion; a scale below 1 counts as 1.
  public init(panel: Size, transform: Transform = .normal, scale: Int32 = 1) {
    self.panel = panel
    self.transform = transform
    self.scale = max(1, scale)
  }

  /// The output's size in logical pixels after the transform, rounded down.
  public var logicalSize: Size {
    transform.apply(to: Size(width: panel.width / scale, height: panel.height / scale))
  }

  /// Converts a rectangle of logical pixels to the panel; positions and sizes are clamped to ±2^28
  /// pixels before the transform.
  public func panelRectangle(of logical: Rectangle) -> Rectangle {
    let upright = transform.apply(to: panel)
    return transform.apply(to: scaled(logical), in: upright)
  }

  private func scaled(_ rectangle: Rectangle) -> Rectangle {
    // The limit is beyond any panel, and the sums that follow do not overflow.
    func times(_ value: Int32) -> Int32 {
      Int32(max(-1 << 28, min(1 << 28, Int(value) * Int(scale))))
    }
    return Rectangle(
      origin: Point(x: times(rectangle.origin.x), y: times(rectangle.origin.y)),
      size: Size(width: times(rectangle.size.width), height: times(rectangle.size.height)))
  }
}

/// A pixman source image, with the matrix that rotates and scales it to a rectangle.
@safe
private final class Source {
  // SAFETY: the owner of the memory keeps it valid while the object is used; the image is released
  // in `deinit`.
  let image: OpaquePointer

  /// Creates a source image; nil if pixman cannot create one.
  ///
  /// - Parameters:
  ///   - transform: from the pixels in memory to the rectangle on the panel.
  ///   - size: the size of that rectangle in panel pixels; no side is zero.
  init?(_ view: PixelView, turned transform: Transform, filling size: Size) {
    // pixman requires a mutable address for every image, but writes only to destinations.
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
    // Integer magnification keeps pixels sharp; other scales interpolate and repeat the edge
    // pixels.
    unsafe pixman_image_set_filter(
      image, isMagnified ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
    if !isMagnified { unsafe pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD) }
  }

  deinit { unsafe pixman_image_unref(image) }

  static func mask(opacity: UInt8) -> OpaquePointer? {
    guard opacity < 255 else { return nil }
    var colour = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16(opacity) * 257)
    return unsafe pixman_image_create_solid_fill(&colour)
  }

  /// Returns the matrix by which pixman maps a pixel of the rectangle to a pixel in memory.
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

  /// Returns a number multiplied by a ratio, in 16.16 fixed point.
  private static func fixed(_ value: Int32, _ numerator: Int32, _ denominator: Int32)
    -> pixman_fixed_t
  {
    pixman_fixed_t(
      truncatingIfNeeded: (Int(value) * Int(numerator) * 65536) / Int(max(1, denominator)))
  }
}

/// A set of pixels as non-overlapping rectangles (a pixman region).
@safe
final class Region {
  // SAFETY: the region is initialised in `init`, cleared and freed in `deinit`, and private to this
  // object. It is on the heap because pixman may get the same region as source and as result.
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

  func whileClipping(_ image: OpaquePointer, _ body: () -> Void) {
    unsafe pixman_image_set_clip_region32(image, raw)
    body()
    unsafe pixman_image_set_clip_region32(image, nil)
  }

  // Clients choose the coordinates, so sums must not trap and pixman's differences must not
  // overflow.
  private static func box(_ rectangle: Rectangle) -> pixman_box32_t {
    func limit(_ value: Int) -> Int32 { Int32(max(-1 << 29, min(1 << 29, value))) }
    let left = Int(rectangle.origin.x)
    let top = Int(rectangle.origin.y)
    return pixman_box32_t(
      x1: limit(left), y1: limit(top), x2: limit(left + Int(rectangle.size.width)),
      y2: limit(top + Int(rectangle.size.height)))
  }
}
