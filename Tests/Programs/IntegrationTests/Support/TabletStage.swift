// SPDX-License-Identifier: Apache-2.0
import Drawing
import Foundation
import Orientation
import Pixels
import Testing
import WindowBackend

@testable import swivel_tablet

/// `swivel tablet` with a panel of 480x640 on a real host, a pointer there, and the host's picture.
final class TabletStage {
  /// The panel, upright.
  static let panel = Size(width: 480, height: 640)
  /// The host's screen.
  static let screen = Size(width: 1280, height: 800)
  /// The window over the whole screen: the inspector is open, and the panel is shown as it is.
  static let layout = TabletLayout(
    shape: HostShape(size: screen, scale: 120, isExact: true), panel: panel, hasInspector: true)
  /// The middle of the device on the screen.
  static let centre = Point(x: Int32(layout.centre.x), y: Int32(layout.centre.y))
  private static let button: UInt32 = 0x110

  let host: Compositor
  let folder: RuntimeDirectory
  let hand: HostHand

  init() throws {
    host = try Compositor(.sway)
    folder = try RuntimeDirectory()
    hand = try HostHand(host, screen: Self.screen)
  }

  /// Starts a tablet; on return its display is there.
  func start(_ arguments: [String]) throws -> ChildProcess {
    let tablet = try Swivel.start(["tablet"] + arguments, on: host)
    _ = try tablet.waitForLine { $0.hasPrefix("WAYLAND_DISPLAY=") }
    return tablet
  }

  /// Returns the picture on the host's screen.
  func photograph() throws -> Canvas {
    let path = "\(folder.path)/host.png"
    let grim = try host.run("grim", [path])
    guard grim.status == 0 else { throw Deadline.Passed(description: grim.errors) }
    return try PNG.read(path)
  }

  /// Returns the part of the host's picture that shows the device on its desk.
  func device(in picture: Canvas) -> [UInt32] {
    let layout = Self.layout
    return (layout.captionRectangle.size.height..<layout.barRectangle.origin.y).flatMap { y in
      (0..<layout.inspectorRectangle.origin.x).map { x in picture[x, y] }
    }
  }

  /// Waits for a picture that fulfils a condition and remains the same in the next one.
  func rest(_ what: String, _ tablet: ChildProcess, _ isSo: (Canvas) -> Bool) throws -> Canvas {
    var last: [UInt32]?
    return try Deadline.wait(for: "\(what)\n\(tablet.output)\(tablet.errors)") {
      let picture = try photograph()
      guard isSo(picture) else {
        last = nil
        // Pictures are expensive, and a rotation takes a while.
        usleep(100_000)
        return nil
      }
      let words = picture.words
      defer { last = words }
      return last == words ? picture : nil
    }
  }

  /// Moves the pointer to a place without a window.
  func away() throws { try hand.move(to: 20, 20) }

  func click(_ x: Int32, _ y: Int32) throws {
    try hand.move(to: x, y)
    try hand.press(Self.button, isDown: true)
    try hand.press(Self.button, isDown: false)
  }

  func click(_ area: Area) throws {
    try click(Int32(area.x + area.width / 2), Int32(area.y + area.height / 2))
  }

  func click(_ button: TabletButton) throws { try click(Self.layout.frame(of: button)) }

  /// Moves the pointer until the tablet has noticed: its seat is there since the first movement.
  func awaitPointer() throws {
    let place = Self.layout.frame(of: .shake)
    func look(_ picture: Canvas) -> UInt32 { picture[Int32(place.x) + 3, Int32(place.y) + 8] }
    try away()
    let before = look(try photograph())
    try Deadline.waitUntil("the button under the pointer") {
      try hand.move(to: Int32(place.x) + 19, Int32(place.y) + 18)
      for _ in 0..<20 where look(try photograph()) == before { usleep(100_000) }
      guard look(try photograph()) != before else {
        try away()
        return false
      }
      return true
    }
  }

  /// Drags the rim clockwise from one angle to another; presses the button if that begins at 0, and
  /// releases it if it ends at 90 degrees: from the upper right corner to the lower right one.
  func drag(from start: Int, to end: Int) throws {
    if start == 0 {
      try holdRim(at: 0)
      try hand.press(Self.button, isDown: true)
    }
    for degrees in stride(from: start + 3, through: end, by: 3) { try holdRim(at: degrees) }
    if end == 90 { try hand.press(Self.button, isDown: false) }
  }

  private func holdRim(at degrees: Int) throws {
    let corner = (x: 254.0, y: -334.0)
    let angle = Double(degrees) * .pi / 180
    try hand.move(
      to: Self.centre.x + Int32((corner.x * cos(angle) - corner.y * sin(angle)).rounded()),
      Self.centre.y + Int32((corner.x * sin(angle) + corner.y * cos(angle)).rounded()))
  }
}

/// The picture on the panel, upright for a viewer who turns with the device.
struct PanelPicture {
  private let screen: Canvas
  private let isTurned: Bool

  /// Creates the picture of a panel that is turned by 0 or 1 quarters clockwise on the screen.
  init(_ screen: Canvas, quarters: Int) {
    self.screen = screen
    isTurned = quarters != 0
  }

  subscript(_ x: Int, _ y: Int) -> UInt32 {
    let dx = Int32(x) - TabletStage.panel.width / 2
    let dy = Int32(y) - TabletStage.panel.height / 2
    let (u, v) = isTurned ? (-dy - 1, dx) : (dx, dy)
    return screen[TabletStage.centre.x + u, TabletStage.centre.y + v] & 0xFF_FFFF
  }

  /// Returns the points within a rectangle.
  static func points(_ xs: Range<Int> = 0..<480, _ ys: Range<Int> = 0..<640) -> [(x: Int, y: Int)] {
    ys.flatMap { y in xs.map { (x: $0, y: y) } }
  }
}
