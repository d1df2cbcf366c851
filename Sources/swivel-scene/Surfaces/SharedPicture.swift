// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Orientation
import Pixels
import WaylandClient

/// Pixels that client and compositor share: premultiplied ARGB of 32 bits.
@safe
final class SharedPicture {
  // SAFETY: mapped in `init`, unmapped in `deinit`; `count` is what was mapped.
  let size: Size
  private let count: Int
  let buffer: WlBufferProxy

  var stride: Int32 { size.width * 4 }

  /// The first byte of the first row.
  let address: UnsafeMutableRawPointer

  init(size: Size, shm: WlShmProxy, format: WlShm.Format = .argb8888) throws {
    let count = Int(size.width) * Int(size.height) * 4
    guard size.width > 0, size.height > 0, count <= Int(Int32.max) else {
      throw SceneFailure("a picture of \(size.width)x\(size.height) pixels cannot be made")
    }
    let descriptor = unsafe memfd_create("swivel-scene", swivel_mfd_cloexec)
    guard descriptor >= 0, ftruncate(descriptor, count) == 0,
      let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw SceneFailure(unsafe "no memory to draw in: \(String(cString: strerror(number)))")
    }
    defer { close(descriptor) }
    self.size = size
    unsafe address = memory
    self.count = count
    do {
      let pool = try shm.createPool(fd: descriptor, size: Int32(count))
      buffer = try pool.createBuffer(
        offset: 0, width: size.width, height: size.height, stride: size.width * 4,
        format: format)
      pool.destroy()
    } catch {
      unsafe munmap(memory, count)
      throw error
    }
  }

  deinit {
    buffer.onEvent = nil
    buffer.destroy()
    unsafe munmap(address, count)
  }

  /// Keeps the picture alive until the compositor gives it back.
  func lend() {
    buffer.onEvent = { [self] _ in buffer.onEvent = nil }
  }
}

/// A picture of the panel: what it scans out, unturned.
enum ScreenPicture {
  static func take(of stage: Stage) throws -> Canvas {
    guard let screencopy = stage.screencopy, let output = stage.output else {
      throw SceneFailure("the compositor does not offer pictures of its screen")
    }
    let frame = try screencopy.captureOutput(overlayCursor: 0, output: output)
    defer { frame.destroy() }
    var offer: (format: WlShm.Format, size: Size)?
    var isUpsideDown = false
    var result: Bool?
    frame.onEvent = { event in
      switch event {
      case .buffer(let format, let width, let height, _):
        offer = (format, Size(width: Int32(clamping: width), height: Int32(clamping: height)))
      case .flags(let flags): isUpsideDown = flags.contains(.yInvert)
      case .ready: result = true
      case .failed: result = false
      default: break
      }
    }
    try stage.connection.roundtrip()
    guard let offer, offer.format == .argb8888 || offer.format == .xrgb8888 else {
      throw SceneFailure("the compositor offers pictures only in a format unknown here")
    }
    // A copy without alpha into memory with alpha leaves that undefined, so it is not used below.
    let picture = try SharedPicture(size: offer.size, shm: stage.shm, format: offer.format)
    try frame.copy(buffer: picture.buffer)
    for _ in 0..<100 where result == nil { try stage.connection.wait(.milliseconds(100)) }
    guard result == true, let canvas = Canvas(size: offer.size),
      let view = unsafe PixelView(
        address: UnsafeRawPointer(picture.address), size: offer.size, stride: picture.stride,
        format: .xrgb8888)
    else { throw SceneFailure("the compositor did not copy its screen") }
    let whole = Rectangle(origin: Point(x: 0, y: 0), size: offer.size)
    Painter.paint(
      [
        DrawItem(
          content: .pixels(view, transform: isUpsideDown ? .flipped180 : .normal),
          destination: whole)
      ], on: canvas, background: Colour(red: 0, green: 0, blue: 0))
    withExtendedLifetime(picture) {}
    return canvas
  }
}
