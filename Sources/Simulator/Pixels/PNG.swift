// SPDX-License-Identifier: Apache-2.0
import CPNG
public import Formats
import Orientation

/// The encoder and decoder of PNG files, by libpng.
public enum PNG {
  // The pixel layout for libpng: blue, green, red, alpha in memory.
  private static let layout = UInt32(
    PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)

  /// Encodes a canvas as a PNG file.
  public static func encode(_ canvas: Canvas) throws(PictureError) -> [UInt8] {
    var words = unsafe canvas.pixels.map(straight)
    var image = unsafe newImage()
    unsafe image.width = UInt32(canvas.size.width)
    unsafe image.height = UInt32(canvas.size.height)
    unsafe image.format = layout
    // A PNG file with uncompressed rows has at most this size, headers included.
    var length = words.count * 4 + Int(canvas.size.height) + words.count / 32 + 4096
    var bytes = [UInt8](repeating: 0, count: length)
    guard unsafe png_image_write_to_memory(&image, &bytes, &length, 0, &words, 0, nil) != 0 else {
      throw unsafe .notEncoded(reason: message(of: image))
    }
    bytes.removeSubrange(length...)
    return bytes
  }

  /// The largest file that is read, in bytes: 64 MiB.
  public static let maximumBytes = 64 << 20

  /// Reads a PNG file of any colour type and at most `maximumBytes`.
  public static func read(_ path: String) throws(PictureError) -> Canvas {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try RegularFile.read(path, atMost: maximumBytes)
    } catch {
      throw .file(error)
    }
    // libpng uses the address until decoding has ended.
    return try unsafe bytes.withUnsafeBufferPointer { memory throws(PictureError) in
      try unsafe decode(memory, path)
    }
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ path: String
  ) throws(PictureError) -> Canvas {
    var image = unsafe newImage()
    guard unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0
    else {
      throw unsafe .notAPicture(path: path, reason: message(of: image))
    }
    defer { unsafe png_image_free(&image) }
    let hasAlpha = unsafe image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
    unsafe image.format = layout
    let size = unsafe Size(
      width: Int32(clamping: image.width), height: Int32(clamping: image.height))
    guard let canvas = Canvas(size: size) else {
      throw .notAPicture(path: path, reason: "a side is longer than \(PixelView.maximumSide)")
    }
    guard unsafe png_image_finish_read(&image, nil, canvas.memory, 0, nil) != 0 else {
      throw unsafe .notAPicture(path: path, reason: message(of: image))
    }
    guard hasAlpha else { return canvas }
    for index in unsafe canvas.pixels.indices {
      unsafe canvas.pixels[index] = premultiplied(canvas.pixels[index])
    }
    return canvas
  }

  private static func newImage() -> png_image {
    var image = unsafe png_image()
    unsafe image.version = UInt32(PNG_IMAGE_VERSION)
    return unsafe image
  }

  private static func message(of image: png_image) -> String {
    unsafe withUnsafeBytes(of: image.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Converts a premultiplied pixel to straight alpha, which PNG requires.
  private static func straight(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    guard alpha != 255, alpha != 0 else { return alpha == 0 ? 0 : word }
    return channels(word) { min(255, ($0 * 255 + alpha / 2) / alpha) }
  }

  private static func premultiplied(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    guard alpha != 255 else { return word }
    return channels(word) { ($0 * alpha + 127) / 255 }
  }

  private static func channels(_ word: UInt32, _ change: (UInt32) -> UInt32) -> UInt32 {
    word & 0xFF00_0000 | change(word >> 16 & 255) << 16 | change(word >> 8 & 255) << 8
      | change(word & 255)
  }
}

/// The error of a picture that could not be written or read.
public enum PictureError: Error, Hashable, Sendable {
  case file(FileError)
  case notEncoded(reason: String)
  case notAPicture(path: String, reason: String)
}

extension PictureError: CustomStringConvertible {
  /// The error message, as one sentence.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notEncoded(let reason): "cannot make a PNG of the picture: \(reason)"
    case .notAPicture(let path, let reason): "\(path) is not a PNG that can be read: \(reason)"
    }
  }
}

extension Canvas {
  /// Writes the canvas to a PNG file; an existing file is replaced atomically.
  public func write(to path: String) throws(PictureError) {
    let bytes = try PNG.encode(self)
    do throws(FileError) {
      try OutputFile.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
  }
}
