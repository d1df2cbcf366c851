// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Orientation
import Pixels
import WaylandClient

/// A screenshot of the panel as scanned out, before the transform.
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
    // The copy may leave the alpha undefined, so the picture is read without alpha below.
    let picture = try SharedPicture(stage.shm, size: offer.size, format: offer.format)
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
