// SPDX-License-Identifier: Apache-2.0
import CPixman
public import Orientation

/// A picture in memory with premultiplied 32-bit ARGB pixels.
@safe
public final class Canvas {
  /// Width and height in pixels.
  public let size: Size
  /// The canvas as a source for drawing; valid only while the canvas exists.
  public let view: PixelView
  // SAFETY: `owner` keeps the memory valid; the image exists from `init` to `deinit`.
  let memory: UnsafeMutablePointer<UInt32>
  let image: OpaquePointer
  private let owner: AnyObject

  /// Creates a canvas in an owner's memory; the canvas retains the owner.
  ///
  /// The memory has `size.height` rows of `size.width` words without gaps. Returns nil if a side is
  /// not from 1 to `PixelView.maximumSide`, or if pixman creates no image.
  public init?(size: Size, in memory: UnsafeMutableRawPointer, of owner: AnyObject) {
    let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
    guard
      let view = unsafe PixelView(
        address: memory, size: size, stride: size.width * 4, format: .argb8888),
      let image = unsafe pixman_image_create_bits(
        PIXMAN_a8r8g8b8, size.width, size.height, words, size.width * 4)
    else { return nil }
    self.size = size
    self.view = view
    self.owner = owner
    unsafe self.memory = words
    unsafe self.image = image
  }

  /// Creates a transparent canvas; nil if a side is not from 1 to `PixelView.maximumSide`.
  public convenience init?(size: Size) {
    let sides = 1...PixelView.maximumSide
    guard sides.contains(size.width), sides.contains(size.height) else { return nil }
    let memory = OwnedWords(count: Int(size.width) * Int(size.height))
    unsafe self.init(size: size, in: memory.start, of: memory)
  }

  deinit { unsafe pixman_image_unref(image) }

  /// The distance between rows, in bytes.
  public var stride: Int32 { size.width * 4 }

  /// A copy of the pixels, row by row, as words with alpha in the highest byte, then red, green and
  /// blue.
  public var words: [UInt32] { unsafe Array(pixels) }

  /// The pixels without a copy; valid while the canvas exists.
  var pixels: UnsafeMutableBufferPointer<UInt32> {
    unsafe UnsafeMutableBufferPointer(start: memory, count: Int(size.width) * Int(size.height))
  }

  /// The word of a pixel; zero outside the canvas.
  public subscript(x: Int32, y: Int32) -> UInt32 {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return 0 }
    return unsafe memory[Int(y) * Int(size.width) + Int(x)]
  }

  /// Makes all pixels transparent.
  public func clear() { unsafe pixels.update(repeating: 0) }

  /// Paints a rectangle, clipped to the canvas.
  public func fill(_ rectangle: Rectangle, _ colour: Colour) {
    let region = Region(rectangle)
    region.formIntersection(Rectangle(origin: Point(x: 0, y: 0), size: size))
    fill(region, colour)
  }

  /// Paints a region, which must be within the canvas.
  func fill(_ region: Region, _ colour: Colour) {
    guard !region.isEmpty else { return }
    var value = colour.premultiplied
    unsafe region.withBoxes { boxes in
      _ = unsafe pixman_image_fill_boxes(
        colour.alpha == 255 ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, image, &value, Int32(boxes.count),
        boxes.baseAddress)
    }
  }
}

@safe
private final class OwnedWords {
  // SAFETY: the memory is allocated in `init` and freed in `deinit`.
  let start: UnsafeMutablePointer<UInt32>

  init(count: Int) {
    unsafe start = .allocate(capacity: count)
    unsafe start.initialize(repeating: 0, count: count)
  }

  deinit { unsafe start.deallocate() }
}

/// A view of pixels that another object owns; that object keeps the memory valid.
@safe
public struct PixelView {
  /// The maximum side that can be drawn, since pixman's coordinates have 16 bits.
  public static let maximumSide: Int32 = 32767

  // SAFETY: the owner of the memory keeps it valid while the view is used.
  /// The first byte of the first row.
  public let address: UnsafeRawPointer
  /// Width and height in pixels.
  public let size: Size
  /// The distance between rows, in bytes.
  public let stride: Int32
  /// The layout of a pixel in memory.
  public let format: PixelFormat

  /// Creates a view of memory with at least `stride` times height bytes.
  ///
  /// Returns nil if a side is not from 1 to `maximumSide`, or if the stride is not a multiple of
  /// four or is too short for a row.
  public init?(address: UnsafeRawPointer, size: Size, stride: Int32, format: PixelFormat) {
    let sides = 1...Self.maximumSide
    guard sides.contains(size.width), sides.contains(size.height), stride % 4 == 0,
      stride >= size.width * 4
    else { return nil }
    unsafe self.address = address
    self.size = size
    self.stride = stride
    self.format = format
  }
}

/// The layout of a four-byte pixel; raw values are those of wl_shm.format.
///
/// Colours are premultiplied by alpha. Names list the bytes of a little-endian word from the
/// highest to the lowest.
public enum PixelFormat: UInt32, CaseIterable, Sendable, Hashable {
  case argb8888 = 0
  case xrgb8888 = 1
  case abgr8888 = 0x3432_4241
  case xbgr8888 = 0x3432_4258

  /// Whether every pixel is opaque.
  public var isOpaque: Bool { self == .xrgb8888 || self == .xbgr8888 }

  var code: pixman_format_code_t {
    switch self {
    case .argb8888: PIXMAN_a8r8g8b8
    case .xrgb8888: PIXMAN_x8r8g8b8
    case .abgr8888: PIXMAN_a8b8g8r8
    case .xbgr8888: PIXMAN_x8b8g8r8
    }
  }
}

/// A colour with straight alpha; each component is 0 to 255.
public struct Colour: Sendable, Hashable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8
  /// The opacity: 255 is opaque, 0 invisible.
  public var alpha: UInt8

  /// Creates a colour, opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  var premultiplied: pixman_color_t {
    func wide(_ value: UInt8) -> UInt16 {
      UInt16(UInt32(value) * UInt32(alpha) * 257 / 255)
    }
    return pixman_color_t(
      red: wide(red), green: wide(green), blue: wide(blue), alpha: UInt16(alpha) * 257)
  }
}
