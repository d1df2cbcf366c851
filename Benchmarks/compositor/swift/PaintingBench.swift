// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Pixels

/// How long it takes to draw a thousand turned windows, with nothing else around.
enum PaintingBench {
  static let panel = Size(width: 1280, height: 800)
  static let side: Int32 = 64

  /// Milliseconds for each of some frames, in which all windows are turned anew.
  static func run(windows count: Int, format: PixelFormat, frames: Int) -> [Double] {
    let card = UnsafeMutableRawPointer.allocate(byteCount: Int(side * side) * 4, alignment: 16)
    defer { unsafe card.deallocate() }
    unsafe card.initializeMemory(as: UInt8.self, repeating: 200, count: Int(side * side) * 4)
    guard let canvas = Canvas(size: panel),
      let view = unsafe PixelView(
        address: card, size: Size(width: side, height: side), stride: side * 4, format: format)
    else { return [] }
    return (0..<frames).map { frame in
      let turn = Transform(flipped: false, quarterTurns: frame)
      let begin = now()
      let items = (0..<count).map { number in
        let place = Point(
          x: Int32(number * 37 % Int(panel.width - side)),
          y: Int32(number * 23 % Int(panel.height - side)))
        return DrawItem(
          content: .pixels(view, transform: .normal),
          destination: Rectangle(origin: place, size: Size(width: side, height: side)), turn: turn)
      }
      Painter.paint(items, on: canvas, background: Colour(red: 20, green: 30, blue: 40))
      return Double(now() - begin) / 1e6
    }
  }

  static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
